import { createHash } from "node:crypto";
import type { Database } from "../../db/open.ts";
import type { Actor } from "../../http/caller.ts";
import type { Caller } from "../../http/model.ts";
import type { Clock } from "../../lib/clock.ts";
import { Refusal } from "../../lib/errors.ts";
import type { Logger } from "../../lib/logger.ts";
import { judgeKey, readKeyList, stampDue } from "./rules.ts";
import { type ApiKeyRow, apiKeyStore } from "./store.ts";

const digestOf = (key: string): string => createHash("sha256").update(key).digest("hex");

/** Proves API keys. Nothing is kept between requests: the list and the row are read anew each time (R118). */
export function apiKeyService(deps: {
  database: Database;
  clock: Clock;
  log: Logger;
  environment: Readonly<Record<string, string | undefined>>;
}) {
  const store = apiKeyStore(deps.database);
  const { clock, log, environment } = deps;

  const isListed = (digest: string): boolean =>
    readKeyList(environment["API_KEYS"]).some((key) => digestOf(key) === digest);

  /** An env entry gets its named row on first use. */
  function findRow(digest: string, listed: boolean): ApiKeyRow | null {
    const row = store.byDigest(digest);
    if (row || !listed) return row ?? null;
    const name = `env-${digest.slice(0, 8)}`;
    return store.insert({ name, source: "env", grant: "api", digest, createdAt: clock.now() });
  }

  /** On a full disk a key still opens what only reads. */
  function stamp(row: ApiKeyRow): void {
    const now = clock.now();
    if (!stampDue(row.lastUsedAt, now)) return;
    try {
      store.stamp(row.id, now);
    } catch (error) {
      log.warn({ err: error }, "the use of a key was not noted");
    }
  }

  return {
    /** The actor behind a key, or the 401 or 403 the operation's callers ask for. */
    authenticate(key: string | null, callers: readonly Caller[]): Actor {
      if (key === null || key === "" || key.length > 1_000) throw unauthorized();
      const digest = digestOf(key);
      const listed = isListed(digest);
      const row = findRow(digest, listed);
      const verdict = judgeKey(row && { ...row, listed }, callers);
      if (verdict.kind === "refused" || !row) {
        if (row && verdict.kind === "refused") {
          log.warn(`[api_key] refused "${row.name}" (id ${row.id}, ${row.source}): ${verdict.why}`);
        }
        throw unauthorized();
      }
      stamp(row);
      if (verdict.kind === "needs_person") throw needsPerson();
      log.info(`[api_key] "${row.name}" (id ${row.id}, ${row.source})`);
      return { kind: "api_key", id: row.id, name: row.name, source: row.source, grant: row.grant };
    },
  };
}

const unauthorized = (): Refusal =>
  new Refusal({ status: 401, label: "Unauthorized", messages: ["Invalid or missing API key"] });

const needsPerson = (): Refusal =>
  new Refusal({
    status: 403,
    label: "Forbidden",
    messages: ["This needs a person's sign-in that acts as the person; an API key may not do it"],
  });
