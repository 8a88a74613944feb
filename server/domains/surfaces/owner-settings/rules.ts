import type { McpAppChanges } from "../../agents/mcp-apps/model.ts";
import type { ExperimentalChanges } from "../../owner/experimental-settings/model.ts";
import type { GitSettingChanges } from "../../owner/git-settings/model.ts";
import type { DefaultsChange } from "../../sessions/defaults/model.ts";
import type { AppSettingChanges } from "./model.ts";

/** What a request asks for, however it is written: undefined leaves a setting, null clears it. */
interface AskedChanges {
  defaults: DefaultsChange;
  effectiveRuntime: string | undefined;
  experimental: ExperimentalChanges | null | undefined;
  mcpApps: McpAppChanges | null | undefined;
  git: GitSettingChanges | null | undefined;
  /** Settings that are given twice, with different values. */
  contradictions: string[];
}

export function askedChanges(body: AppSettingChanges): AskedChanges {
  const places = body.app_settings ? [body, body.app_settings] : [body];
  const contradictions: string[] = [];
  const only = <T>(name: string, given: readonly (T | undefined)[]): T | undefined => {
    const [first, ...others] = given.filter((value) => value !== undefined);
    if (others.some((other) => JSON.stringify(other) !== JSON.stringify(first))) contradictions.push(name);
    return first;
  };
  const defaults = places.flatMap((place) => [
    place,
    place.session_defaults === null
      ? { default_runtime: null, default_model: null }
      : (place.session_defaults ?? {}),
  ]);
  return {
    defaults: {
      default_runtime: only(
        "default_runtime",
        defaults.map((given) => given.default_runtime),
      ),
      default_model: only(
        "default_model",
        defaults.map((given) => given.default_model),
      ),
    },
    effectiveRuntime: only(
      "effective_runtime",
      places.map((place) => place.session_defaults?.effective_runtime),
    ),
    experimental: only(
      "experimental_settings",
      places.map((place) => byKey(place.experimental_settings)),
    ),
    mcpApps: only(
      "mcp_apps",
      places.map((place) => place.mcp_apps),
    ),
    git: only(
      "git",
      places.map((place) => place.git),
    ),
    contradictions,
  };
}

function byKey(given: AppSettingChanges["experimental_settings"]): ExperimentalChanges | null | undefined {
  return Array.isArray(given) ? Object.fromEntries(given.map(({ key, enabled }) => [key, enabled])) : given;
}
