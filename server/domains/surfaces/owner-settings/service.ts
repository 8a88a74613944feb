import type { Database } from "../../../db/open.ts";
import type { Actor } from "../../../http/caller.ts";
import { invalid } from "../../../lib/errors.ts";
import type { McpAppService } from "../../agents/mcp-apps/index.ts";
import type { ExperimentalSettingService } from "../../owner/experimental-settings/index.ts";
import { experimentalSettings } from "../../owner/experimental-settings/model.ts";
import type { GitSettingService } from "../../owner/git-settings/index.ts";
import type { SessionDefaultsService } from "../../sessions/defaults/index.ts";
import { openSessionsByRuntime } from "../../sessions/sessions/queries.ts";
import { ownerSettingRefusal } from "./errors.ts";
import type { AppSettingChanges, AppSettingsView } from "./model.ts";
import { askedChanges } from "./rules.ts";
import { text } from "./text.ts";

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
  gitSettings: GitSettingService;
}): OwnerSettingService {
  const { database, defaults, experimentalSettings: experiments, mcpApps: apps, gitSettings: git } = deps;
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
      git: git.current(),
    };
  }

  /** Who echoes the answer changes nothing there. */
  function changeAsPerson<Changes>(
    of: { wouldChange(changes: Changes | null): boolean; change(changes: Changes | null, by: Actor): void },
    changes: Changes | null | undefined,
    by: Actor,
  ): void {
    if (changes === undefined) return;
    if (of.wouldChange(changes) && !actsAsPerson(by)) throw ownerSettingRefusal("person_only");
    of.change(changes, by);
  }

  return {
    current,
    change: (changes, by) =>
      database.transaction(() => {
        const asked = askedChanges(changes);
        if (asked.contradictions.length > 0) throw invalid(asked.contradictions.map(text.givenTwice));
        const before = defaults.forCallers().effective_runtime;
        changeAsPerson(apps, asked.mcpApps, by);
        changeAsPerson(git, asked.git, by);
        const { default_runtime, default_model } = asked.defaults;
        if (default_runtime !== undefined || default_model !== undefined) defaults.change(asked.defaults, by);
        if (asked.experimental !== undefined) experiments.change(asked.experimental, by);
        const after = current();
        const effective = after.session_defaults.effective_runtime;
        if (![undefined, before, effective].includes(asked.effectiveRuntime))
          throw invalid([text.effectiveRuntime]);
        return after;
      }),
  };
}

/** The person at the board, or through a connection that acts as them. */
const actsAsPerson = (actor: Actor): boolean =>
  actor.kind === "board" || ((actor.kind === "native" || actor.kind === "mcp_client") && actor.actsAsHuman);
