import type { Database } from "../../../db/open.ts";
import type { Actor } from "../../../http/caller.ts";
import type { Caller } from "../../../http/model.ts";
import type { Clock } from "../../../lib/clock.ts";
import { digestOf } from "../../../lib/digest.ts";
import { isUseToNote, noteUse } from "../../../lib/last-use.ts";
import type { Logger } from "../../../lib/logger.ts";
import { newToken } from "../../../lib/new-token.ts";
import { appSettingService } from "../../owner/app-settings/index.ts";
import { connectionEnds } from "./connection-ends.ts";
import { keyRefusal } from "./errors.ts";
import { keyListing } from "./listing.ts";
import { keyMakers } from "./makers.ts";
import { keyManagement } from "./management.ts";
import type { ApiKey } from "./model.ts";
import { commandKeyName, commandMaker, decideKey, keyPrefixes, readKeyList } from "./rules.ts";
import { type ApiKeyRow, apiKeyStore } from "./store.ts";

export type ApiKeyService = ReturnType<typeof apiKeyService>;

/** Authenticates and manages API keys. Nothing is cached: the list and the row are read with every request (R118). */
export function apiKeyService(deps: {
  database: Database;
  clock: Clock;
  log: Logger;
  environment: Readonly<Record<string, string | undefined>>;
  /** All secrets that agents get, to tell whether a key is among them. */
  agentSecrets(): readonly string[];
}) {
  const store = apiKeyStore(deps.database);
  const { clock, log, environment } = deps;

  const isListed = (digest: string): boolean =>
    readKeyList(environment["API_KEYS"]).some((key) => digestOf(key) === digest);

  let ownKey: string | null = null;

  /** The key of this start, in a row that says what it is for; a person who revoked that row has no commands. */
  function commandKey(): string {
    if (ownKey !== null) return ownKey;
    const key = `${keyPrefixes.minted}${newToken()}`;
    const digest = digestOf(key);
    const row = store.madeBy(commandMaker);
    if (row) store.update(row.id, { digest });
    else {
      const name = store.isTaken(commandKeyName) ? `${commandKeyName}-${digest.slice(0, 8)}` : commandKeyName;
      const made = { name, source: "minted", grant: "api", madeBy: commandMaker } as const;
      store.insert({ ...made, digest, createdAt: clock.now() });
    }
    ownKey = key;
    return key;
  }

  const connectionEnd = connectionEnds(deps.database.sql);
  const makers = keyMakers({ store, isListed, connectionEndedAt: (id) => connectionEnd(id, clock.now()) });
  const listing = keyListing({ store, isListed, makers, agentSecrets: deps.agentSecrets });

  /** An env entry gets its named row on first use. */
  function findRow(digest: string, listed: boolean): ApiKeyRow | null {
    const row = store.byDigest(digest);
    if (row || !listed) return row ?? null;
    const short = `env-${digest.slice(0, 8)}`;
    const name = store.isTaken(short) ? `env-${digest}` : short;
    return store.insert({ name, source: "env", grant: "api", digest, createdAt: clock.now() });
  }

  function stamp(row: ApiKeyRow): void {
    const now = clock.now();
    if (isUseToNote(row.lastUsedAt, now)) noteUse(log, "a key", () => store.stamp(row.id, now));
  }

  return {
    ...keyManagement({ store, clock, log, settings: appSettingService(deps), show: listing.show }),
    commandKey,
    list: (): ApiKey[] => listing.list(),
    /** The keys of one integration. */
    keysOf: (externalAppId: number): ApiKey[] => listing.list(externalAppId),
    /** Whether a key still opens something. */
    isValid: (id: number): boolean => {
      const row = store.byId(id);
      return row !== undefined && listing.show(row).status === "active";
    },
    /** The integration a key belongs to. */
    integrationOf: (id: number): number | null => store.byId(id)?.externalAppId ?? null,

    /** The actor behind a key. Throws 401, or 403 if the operation requires a person. */
    authenticate(key: string | null, callers: readonly Caller[]): Actor {
      if (key === null || key === "" || key.length > 1_000) throw keyRefusal("unauthorized");
      const digest = digestOf(key);
      const listed = isListed(digest);
      const row = findRow(digest, listed);
      const verdict = decideKey(row && { ...row, makerEndedAt: makers.endedAt(row), listed }, callers);
      if (verdict.kind === "refused" || !row) {
        if (row && verdict.kind === "refused") {
          log.warn(`[api_key] refused "${row.name}" (id ${row.id}, ${row.source}): ${verdict.why}`);
        }
        throw keyRefusal("unauthorized");
      }
      stamp(row);
      if (verdict.kind === "needs_person") throw keyRefusal("needs_person");
      log.info(`[api_key] "${row.name}" (id ${row.id}, ${row.source})`);
      return { kind: "api_key", id: row.id, name: row.name, source: row.source, grant: row.grant };
    },
  };
}
