import { randomBytes } from "node:crypto";
import { z } from "zod";
import { revokedKey } from "../../../db/access-state.ts";
import { type Actor, actorName } from "../../../http/caller.ts";
import type { Clock } from "../../../lib/clock.ts";
import { digestOf } from "../../../lib/digest.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { AppSetting, AppSettings } from "../../installation/app-settings/index.ts";
import { keyNotMinted, keyRefusal } from "./errors.ts";
import type { ApiKey, Grant } from "./model.ts";
import { faultsOfName, keyPrefixes, mintable } from "./rules.ts";
import type { ApiKeyRow, ApiKeyStore } from "./store.ts";

/** What is to be minted, as a caller says it. */
export interface MintWish {
  name?: string | null | undefined;
  grant?: string | null | undefined;
}

interface NewKey {
  name: string;
  grant: Grant;
  externalAppId: number | null;
  by: Actor;
}

/** Read by a restore: a backup may still have what is gone here. */
const withdrawn: AppSetting<{ keys: string[]; grants?: string[] | undefined }> = {
  key: revokedKey,
  schema: z.object({ keys: z.array(z.string()), grants: z.array(z.string()).optional() }),
};

/** Minting, revoking and restoring keys: a person's work, each change logged with who did it (R145). */
export function keyManagement(deps: {
  store: ApiKeyStore;
  clock: Clock;
  log: Logger;
  settings: AppSettings;
  show(row: ApiKeyRow): ApiKey;
}) {
  const { store, clock, log, settings, show } = deps;

  function add({ by, ...key }: NewKey): { api_key: ApiKey; token: string } {
    const prefix = key.externalAppId === null ? keyPrefixes.minted : keyPrefixes.plugin;
    const token = prefix + randomBytes(32).toString("hex");
    const row = store.insert({ ...key, source: "minted", digest: digestOf(token), createdAt: clock.now() });
    log.warn(`[api_key] minted ${labelOf(row)} by ${actorName(by)}`);
    return { api_key: show(row), token };
  }

  function find(id: number): ApiKeyRow {
    const row = store.byId(id);
    if (!row) throw keyRefusal("not_found");
    return row;
  }

  function setRevoked(id: number, at: number | null, by: Actor): ApiKey {
    const row = find(id);
    store.setRevoked(id, at);
    log.warn(`[api_key] ${at === null ? "restored" : "revoked"} ${labelOf(row)} by ${actorName(by)}`);
    return show(find(id));
  }

  return {
    /** E76. The token is in no other place afterwards. */
    mint(wish: MintWish, by: Actor): { api_key: ApiKey; token: string } {
      const name = (wish.name ?? "").trim();
      const faults = faultsOfName(name, store.isTaken);
      const grant = mintable.find((one) => one === (wish.grant ?? "api"));
      if (grant === undefined) faults.push(`A person mints keys with the grant ${mintable.join(" or ")}`);
      if (grant === undefined || faults.length > 0) throw keyNotMinted(faults);
      return add({ name, grant, externalAppId: null, by });
    },

    /** A key of a plugin, from the plugin's own page or tool. */
    mintFor(externalAppId: number, wished: string, by: Actor): { api_key: ApiKey; token: string } {
      const name = wished.trim();
      const faults = faultsOfName(name, store.isTaken);
      if (faults.length > 0) throw keyNotMinted(faults);
      return add({ name, grant: "external_app", externalAppId, by });
    },

    /** A plugin is deleted, and its keys go with it: no restored backup is to let them in again. */
    withdrawKeysOf(externalAppId: number): void {
      const digests = store.list(externalAppId).map(({ digest }) => digest);
      const known = settings.read(withdrawn) ?? { keys: [] };
      if (digests.length > 0) settings.write(withdrawn, { ...known, keys: [...known.keys, ...digests] });
    },

    /** E77. From the next request on; revoking twice changes nothing. */
    revoke(id: number, by: Actor): { api_key: ApiKey; message: string } {
      const row = find(id);
      if (row.revokedAt !== null) return { api_key: show(row), message: `"${row.name}" was revoked already` };
      return { api_key: setRevoked(id, clock.now(), by), message: `"${row.name}" is revoked` };
    },

    /** E78. */
    restore(id: number, by: Actor): { api_key: ApiKey; message: string } {
      const row = find(id);
      if (row.revokedAt === null) return { api_key: show(row), message: `"${row.name}" was not revoked` };
      const restored = setRevoked(id, null, by);
      const message =
        restored.status === "active"
          ? `"${row.name}" is active again`
          : `"${row.name}" is no longer revoked, but API_KEYS does not list it`;
      return { api_key: restored, message };
    },
  };
}

const labelOf = ({ id, name, source, grant }: ApiKeyRow): string =>
  `"${name}" (id ${id}, ${source}, ${grant})`;
