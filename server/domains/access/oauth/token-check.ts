import type { Actor } from "../../../http/caller.ts";
import type { Caller } from "../../../http/model.ts";
import type { Clock } from "../../../lib/clock.ts";
import { compactDigestOf } from "../../../lib/digest.ts";
import { isUseToNote, noteUse } from "../../../lib/last-use.ts";
import type { Logger } from "../../../lib/logger.ts";
import { oauthRefusal } from "./errors.ts";
import { decideToken } from "./rules.ts";
import type { OauthStore, TokenRow } from "./store.ts";

/** Longer than any token we issue. */
const maxTokenLength = 1_000;

/** Verifies access tokens against our own rows with every request, without loading the authorization server. */
export function tokenCheck(deps: {
  store: Pick<OauthStore, "token" | "stamp">;
  clock: Clock;
  log: Logger;
  /** The resource tokens are issued for; null if no public address is configured. */
  audience: string | null;
}) {
  const { store, clock, log, audience } = deps;

  function stamp({ grantId, lastUsedAt }: TokenRow, now: number): void {
    if (isUseToNote(lastUsedAt, now)) noteUse(log, "a connection", () => store.stamp(grantId, now));
  }

  /**
   * The actor behind an access token. Returns null if the token may not be used here, so that it is refused like a bad
   * key. Throws a 403 for a connection that only relays where a person is required.
   */
  return (token: string, callers: readonly Caller[]): Actor | null => {
    const row = token.length > maxTokenLength ? undefined : store.token(compactDigestOf(token));
    if (!row) return null;
    const now = clock.now();
    const { grantId, clientName } = row;
    const actsAsHuman = row.privilege === "act_as_human";
    const known = { ...row, firstParty: row.firstParty === 1, actsAsHuman };
    const verdict = decideToken(known, { callers, now, audience });
    if (verdict.kind === "refused") {
      log.warn(`[oauth_server] refused the connection "${clientName}" (id ${grantId}): ${verdict.why}`);
      return null;
    }
    stamp(row, now);
    if (verdict.kind === "needs_person") throw oauthRefusal("needs_person");
    log.info(`[oauth_server] "${clientName}" (id ${grantId})`);
    const person = { email: row.userEmail, name: row.userName };
    return { kind: verdict.kind, grantId, clientName, person, actsAsHuman };
  };
}
