import { digestOf } from "../../../lib/digest.ts";
import { instant, instantOrNull } from "../../../lib/instant.ts";
import type { Makers } from "./makers.ts";
import type { ApiKey } from "./model.ts";
import { statusOf } from "./rules.ts";
import type { ApiKeyRow, ApiKeyStore } from "./store.ts";

export interface ListingDeps {
  store: ApiKeyStore;
  isListed(digest: string): boolean;
  makers: Makers;
  /** All secrets that agents get, to tell whether a key is among them. */
  agentSecrets(): readonly string[];
}

/** API keys in the form the API returns. */
export function keyListing({ store, isListed, makers, agentSecrets }: ListingDeps) {
  const agentDigests = (): ReadonlySet<string> => new Set(agentSecrets().map(digestOf));

  function show(row: ApiKeyRow, given = agentDigests()): ApiKey {
    const makerEndedAt = makers.endedAt(row);
    return {
      id: row.id,
      name: row.name,
      status: statusOf({ ...row, makerEndedAt, listed: isListed(row.digest) }),
      source: row.source,
      grant: row.grant,
      fingerprint: row.digest.slice(0, 8),
      external_app:
        row.externalAppId === null
          ? null
          : { id: row.externalAppId, name: store.integrationName(row.externalAppId) },
      made_by: row.madeBy,
      agent_sessions_use_it: given.has(row.digest),
      last_used_at: instantOrNull(row.lastUsedAt),
      created_at: instant(row.createdAt),
      revoked_at: instantOrNull(row.revokedAt ?? makerEndedAt),
    };
  }

  return {
    show,
    /** Active first, then newest first; only those of one integration if it is given. */
    list(externalAppId?: number): ApiKey[] {
      const given = agentDigests();
      const keys = store.list(externalAppId).map((row) => show(row, given));
      return [
        ...keys.filter(({ status }) => status === "active"),
        ...keys.filter(({ status }) => status !== "active"),
      ];
    },
  };
}
