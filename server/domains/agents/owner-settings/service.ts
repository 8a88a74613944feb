import type { Database } from "../../../db/open.ts";
import type { Actor } from "../../../http/caller.ts";
import type { ExperimentalSettingService } from "../../installation/experimental-settings/index.ts";
import { experimentalSettings } from "../../installation/experimental-settings/model.ts";
import { openSessionsByRuntime } from "../../sessions/sessions/queries.ts";
import type { SessionDefaultsService } from "../defaults/index.ts";
import type { McpAppService } from "../mcp-apps/index.ts";
import { ownerSettingRefusal } from "./errors.ts";
import type { AppSettingChanges, AppSettingsView } from "./model.ts";

export interface OwnerSettingService {
  /** E153. */
  current(): AppSettingsView;
  /** E154: everything is saved, or nothing. Refuses with 403 what only a person may change (X11). */
  change(changes: AppSettingChanges, by: Actor): AppSettingsView;
}

/** The owner's settings as API callers, tools and the board see them. Each is kept by the domain it belongs to. */
export function ownerSettingService(deps: {
  database: Database;
  defaults: SessionDefaultsService;
  experimentalSettings: ExperimentalSettingService;
  mcpApps: McpAppService;
}): OwnerSettingService {
  const { database, defaults, experimentalSettings: experiments, mcpApps: apps } = deps;
  const openSessions = openSessionsByRuntime(database.sql);

  function current(): AppSettingsView {
    const values = experiments.values();
    const open = openSessions();
    return {
      session_defaults: defaults.forCallers(),
      experimental_settings: experimentalSettings.map((setting) => ({
        ...setting,
        runtimes: [...setting.runtimes],
        enabled: values[setting.key],
        sessions: open
          .filter(({ runtime }) => setting.runtimes.includes(runtime))
          .reduce((sum, { count }) => sum + count, 0),
      })),
      mcp_apps: apps.current(),
    };
  }

  return {
    current,
    change: (changes, by) =>
      database.transaction(() => {
        const { default_runtime, default_model, experimental_settings, mcp_apps } = changes;
        if (mcp_apps != null && !actsAsPerson(by)) throw ownerSettingRefusal("person_only");
        // First, because it is the one that can refuse.
        if (default_runtime != null || default_model != null)
          defaults.change({ default_runtime, default_model }, by);
        if (experimental_settings) experiments.change(experimental_settings, by);
        if (mcp_apps) apps.change(mcp_apps, by);
        return current();
      }),
  };
}

/** The person at the board, or through a connection that acts as them. */
const actsAsPerson = (actor: Actor): boolean =>
  actor.kind === "board" || ((actor.kind === "native" || actor.kind === "mcp_client") && actor.actsAsHuman);
