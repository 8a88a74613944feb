import { randomBytes } from "node:crypto";
import { z } from "zod";
import { type Actor, actorName } from "../../../http/caller.ts";
import type { Clock } from "../../../lib/clock.ts";
import { digestOf } from "../../../lib/digest.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { AppSetting, AppSettings } from "../../owner/app-settings/index.ts";
import { keyNotMinted, keyRefusal } from "./errors.ts";
import { makerOf } from "./makers.ts";
import { type ApiKey, type Grant, revokedKey } from "./model.ts";
import { keyPrefixes, mintable, nameProblems } from "./rules.ts";
import type { ApiKeyRow, ApiKeyStore } from "./store.ts";
import { text } from "./text.ts";

export interface MintRequest {
  name?: string | null | undefined;
  grant?: string | null | undefined;
}

interface NewKey {
  name: string;
  grant: Grant;
  externalAppId: number | null;
  by: Actor;
}

/** Read when a backup is restored, because it may still contain keys that were deleted since. */
const deletedKeysSetting: AppSetting<{ keys: string[]; grants?: string[] | undefined }> = {
  key: revokedKey,
  schema: z.object({ keys: z.array(z.string()), grants: z.array(z.string()).optional() }),
};

/** Mints, revokes and restores keys on behalf of a person. Each change is logged with who made it (R145). */
export function keyManagement(deps: {
  store: ApiKeyStore;
  clock: Clock;
  log: Logger;
  settings: AppSettings;
  show(row: ApiKeyRow): ApiKey;
}) {
  const { store, clock, log, settings, show } = deps;

  function add({ by, ...key }: NewKey): { api_key: ApiKey; token: string } {
    const prefix = key.externalAppId === null ? keyPrefixes.minted : keyPrefixes.integration;
    const token = prefix + randomBytes(32).toString("hex");
    const row = store.insert({
      ...key,
      ...makerOf(by),
      source: "minted",
      digest: digestOf(token),
      createdAt: clock.now(),
    });
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
    // Whoever makes it valid again vouches for it from now on.
    store.update(id, at === null ? { revokedAt: null, ...makerOf(by) } : { revokedAt: at });
    log.warn(`[api_key] ${at === null ? "restored" : "revoked"} ${labelOf(row)} by ${actorName(by)}`);
    return show(find(id));
  }

  return {
    /** E76. Returns the token, which is stored nowhere. */
    mint(request: MintRequest, by: Actor): { api_key: ApiKey; token: string } {
      const name = (request.name ?? "").trim();
      const problems = nameProblems(name, store.isTaken);
      const grant = mintable.find((one) => one === (request.grant ?? "api"));
      if (grant === undefined) problems.push("other_grant");
      if (grant === undefined || problems.length > 0) throw keyNotMinted(problems);
      return add({ name, grant, externalAppId: null, by });
    },

    /** Mints a key for an integration. */
    mintFor(externalAppId: number, requestedName: string, by: Actor): { api_key: ApiKey; token: string } {
      const name = requestedName.trim();
      const problems = nameProblems(name, store.isTaken);
      if (problems.length > 0) throw keyNotMinted(problems);
      return add({ name, grant: "external_app", externalAppId, by });
    },

    /** Records the keys of an integration that is being deleted, so that no restored backup makes them valid again. */
    recordDeletedKeysOf(externalAppId: number): void {
      const digests = store.list(externalAppId).map(({ digest }) => digest);
      const known = settings.read(deletedKeysSetting) ?? { keys: [] };
      if (digests.length > 0)
        settings.write(deletedKeysSetting, { ...known, keys: [...known.keys, ...digests] });
    },

    /** E77. Takes effect with the next request; revoking twice changes nothing. */
    revoke(id: number, by: Actor): { api_key: ApiKey; message: string } {
      const row = find(id);
      const shown = show(row);
      if (shown.status === "revoked") return { api_key: shown, message: text.alreadyRevoked(row.name) };
      return { api_key: setRevoked(id, clock.now(), by), message: text.revoked(row.name) };
    },

    /** E78. */
    restore(id: number, by: Actor): { api_key: ApiKey; message: string } {
      const row = find(id);
      const shown = show(row);
      if (shown.status !== "revoked") return { api_key: shown, message: text.notRevoked(row.name) };
      const restored = setRevoked(id, null, by);
      const message = restored.status === "active" ? text.restored(row.name) : text.restoredRetired(row.name);
      return { api_key: restored, message };
    },
  };
}

const labelOf = ({ id, name, source, grant }: ApiKeyRow): string =>
  `"${name}" (id ${id}, ${source}, ${grant})`;
