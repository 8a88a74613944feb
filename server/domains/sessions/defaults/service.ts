import { type Actor, actorName } from "../../../http/caller.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { AppSetting, AppSettings } from "../../owner/app-settings/index.ts";
import type { DefaultsPort, ModelPort } from "../sessions/index.ts";
import { invalidDefaults } from "./errors.ts";
import {
  type CallersDefaults,
  type DefaultsChange,
  noDefaults,
  type SessionDefaults,
  type SessionDefaultsAnswer,
  sessionDefaults,
} from "./model.ts";
import {
  changedDefaults,
  namesModel,
  newProblems,
  problemsOf,
  rootPreferenceIn,
  runtimePreferenceIn,
  withoutEmptyEntries,
} from "./rules.ts";

const setting: AppSetting<SessionDefaults> = { key: "session_defaults", schema: sessionDefaults };

export type SessionDefaultsService = ReturnType<typeof sessionDefaultsService>;

/** The owner's defaults for what a request leaves open; read again for each session. */
export function sessionDefaultsService(deps: {
  settings: AppSettings;
  log: Logger;
  runtimes: readonly ModelPort[];
  fallback: SessionDefaultsAnswer["fallback"];
}) {
  const { settings, fallback } = deps;
  const chosen = (): SessionDefaults | null => settings.read(setting);
  const isKnown = (id: string): boolean => deps.runtimes.some((runtime) => runtime.id === id);

  const current = (): SessionDefaultsAnswer => ({ chosen: chosen() ?? noDefaults, fallback });

  /** A chosen runtime may no longer exist; sessions then get the fallback. */
  function runtime(): string {
    const wanted = chosen()?.runtime ?? null;
    return wanted !== null && isKnown(wanted) ? wanted : fallback.runtime;
  }

  const forSessions: DefaultsPort = {
    runtime,
    forRoot(name) {
      const preference = rootPreferenceIn(chosen(), name);
      return preference.runtime === null || isKnown(preference.runtime)
        ? preference
        : { ...preference, runtime: null };
    },
    forRuntime: (id) => runtimePreferenceIn(chosen(), id),
  };

  /** Throws 422 naming each new choice that no session could start with. */
  function save(next: SessionDefaults, by: Actor): SessionDefaultsAnswer {
    const kept = withoutEmptyEntries(next);
    const before = problemsOf(chosen() ?? noDefaults, deps.runtimes);
    const problems = newProblems(problemsOf(kept, deps.runtimes), before);
    if (problems.length > 0) throw invalidDefaults(problems);
    settings.write(setting, kept);
    deps.log.info(`[AppSettings] ${actorName(by)} changed the defaults for new sessions`);
    return current();
  }

  return {
    current,
    /** Whether a default names this model of the runtime. */
    names: (runtimeId: string, model: string): boolean =>
      namesModel(chosen() ?? noDefaults, { runtime: runtimeId, model }),
    forSessions,
    save,
    /** The same choices as far as API callers see them. */
    forCallers: (): CallersDefaults => ({
      default_runtime: chosen()?.runtime ?? null,
      default_model: runtimePreferenceIn(chosen(), runtime()).model,
      effective_runtime: runtime(),
    }),
    /** Both are checked together before anything is stored. */
    change(asked: DefaultsChange, by: Actor): void {
      save(changedDefaults(chosen() ?? noDefaults, asked, fallback.runtime), by);
    },
  };
}
