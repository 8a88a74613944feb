import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/logger.ts";
import { reasonOf } from "./failure-reason.ts";
import type { McpOauth } from "./oauth-client.ts";
import { accessEnd, endpointProblem, foreignScope, isRenewalDue, isUsable } from "./rules.ts";
import type { ConnectionRow, ConnectionStore } from "./store.ts";
import { type SignInLoss, text } from "./text.ts";
import type { TokenStorage } from "./token-storage.ts";

export interface RenewalDeps {
  store: ConnectionStore;
  tokenStorage: TokenStorage;
  protocol: Pick<McpOauth, "renew">;
  clock: Clock;
  log: Logger;
  /** Called after tokens were replaced. */
  renewed(): void;
  /** The sign-in is over, and the person has to sign in again. */
  lost(row: ConnectionRow): void;
}

/** Keeps sign-ins valid. Concurrent calls share one request to a server. */
export function renewal(deps: RenewalDeps) {
  const { store, tokenStorage, clock, log } = deps;
  const running = new Map<number, Promise<void>>();

  function lose(row: ConnectionRow, loss: SignInLoss): void {
    const why = text.lost(loss);
    store.update(row.id, { status: "reconnect", lastError: why, updatedAt: clock.now() });
    log.warn(`[connectors] the sign-in to ${row.serverName} is over: ${why}`);
    deps.lost(row);
  }

  async function renewFromServer(row: ConnectionRow): Promise<void> {
    const stored = tokenStorage.read(row.id);
    const problem = endpointProblem(row.tokenEndpoint);
    if (!stored) return lose(row, { kind: "tokens_missing" });
    if (problem !== null) return lose(row, { kind: "endpoint", problem });
    if (stored.tokens.refresh_token === undefined) {
      const isOver = row.accessExpiresAt !== null && row.accessExpiresAt <= clock.now();
      return isOver ? lose(row, { kind: "not_renewable" }) : undefined;
    }
    const { discovery } = row;
    if (discovery === null) return lose(row, { kind: "discovery_damaged" });
    const answer = await deps.protocol.renew({ discovery, ...stored }, row.serverUrl);
    // The person may have signed in or out meanwhile.
    if (store.byId(row.id)?.updatedAt !== row.updatedAt) return;
    if (answer.kind === "refused") return lose(row, { kind: "refused", error: answer.why });
    const now = clock.now();
    const { expires_in: seconds, scope } = answer.tokens;
    tokenStorage.write(row.id, { ...stored, tokens: answer.tokens });
    store.update(row.id, {
      accessExpiresAt: accessEnd(seconds, now),
      ...(scope !== undefined && { scope: foreignScope(scope) }),
      lastRefreshedAt: now,
      lastError: null,
      updatedAt: now,
    });
    deps.renewed();
  }

  /** A server that does not answer changes nothing: the token may still be valid, and there are more tries. */
  async function renewSafely(row: ConnectionRow): Promise<void> {
    try {
      await renewFromServer(row);
    } catch (error) {
      const why = reasonOf(error);
      log.warn(`[connectors] the sign-in to ${row.serverName} was not renewed: ${why}`);
      if (store.byId(row.id)) store.update(row.id, { lastError: why });
    }
  }

  function renew(row: ConnectionRow): Promise<void> {
    const current = running.get(row.id);
    if (current) return current;
    const started = renewSafely(row).finally(() => running.delete(row.id));
    running.set(row.id, started);
    return started;
  }

  /** True if the secret store cannot be read: it reports that itself when the tokens are needed. */
  function hasTokens(id: number): boolean {
    try {
      return tokenStorage.read(id) !== null;
    } catch {
      return true;
    }
  }

  /** Renews the sign-ins that are due; never throws. */
  const renewDue = async (rows: readonly ConnectionRow[]): Promise<void> => {
    const now = clock.now();
    const due = rows.filter((row) => isRenewalDue(row, now) || (isUsable(row) && !hasTokens(row.id)));
    await Promise.all(due.map(renew));
  };

  return { renewDue };
}
