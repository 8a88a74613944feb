import { type Actor, actorName } from "../../../http/caller.ts";
import { invalid } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { AppSetting, AppSettings } from "../../installation/app-settings/index.ts";
import type { DefaultsPort, ModelPort } from "../../sessions/sessions/index.ts";
import { noDefaults, type SessionDefaults, type SessionDefaultsAnswer, sessionDefaults } from "./model.ts";
import { problemsOf, rootPreferenceIn, runtimePreferenceIn, tidied } from "./rules.ts";

const setting: AppSetting<SessionDefaults> = { key: "session_defaults", schema: sessionDefaults };

export type SessionDefaultsService = ReturnType<typeof sessionDefaultsService>;

/** What new sessions take where a request leaves it open, as the owner chose; read anew for each session. */
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

  /** A choice may outlive its runtime, which a session must not. */
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

  return {
    current,
    forSessions,

    /** Throws a 422 that names each choice no session could begin with. */
    save(next: SessionDefaults, by: Actor): SessionDefaultsAnswer {
      const kept = tidied(next);
      const problems = problemsOf(kept, deps.runtimes);
      if (problems.length > 0) throw invalid(problems, "Invalid defaults");
      settings.write(setting, kept);
      deps.log.info(`[AppSettings] ${actorName(by)} changed the defaults of new sessions`);
      return current();
    },
  };
}
