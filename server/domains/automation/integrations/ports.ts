import type { Database } from "../../../db/open.ts";
import type { Actor } from "../../../http/caller.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { SessionService } from "../../sessions/sessions/index.ts";
import type { TriggerService } from "../triggers/index.ts";
import type { PluginKey } from "./model.ts";

/** What integrations need from other domains. */
export interface ExternalAppDeps {
  database: Database;
  clock: Clock;
  log: Pick<Logger, "info" | "warn">;
  triggers: Pick<TriggerService, "byId" | "fire" | "list" | "sessionsOfPlugin">;
  sessions: Pick<SessionService, "byId">;
  keys: {
    keysOf(appId: number): PluginKey[];
    /** The integration a key belongs to; null for any other key. */
    integrationOf(keyId: number): number | null;
    mintFor(appId: number, name: string, by: Actor): { api_key: PluginKey; token: string };
    revoke(keyId: number, by: Actor): { api_key: PluginKey };
    /** Called before they are deleted with their integration. */
    recordDeletedKeysOf(appId: number): void;
  };
}
