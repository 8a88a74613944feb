import type { LiveAvailability } from "./model.ts";
import type { LiveProvider, LiveValues } from "./ports.ts";
import { missingOf } from "./rules.ts";
import { text } from "./text.ts";
import { modelOf } from "./views.ts";

/** Whether live conversations are available. Nothing is asked of the provider. */
export function prerequisiteCheck(deps: {
  provider: Pick<LiveProvider, "hasKey" | "keyVariables">;
  root: string;
  findRoot(name: string): object | null;
  values(): LiveValues;
}) {
  const { provider, root } = deps;
  /** Until the next start: the key comes from the environment. */
  let keyRefused = false;

  function now() {
    const missing = missingOf({
      keyConfigured: provider.hasKey,
      keyRefused,
      rootPresent: deps.findRoot(root) !== null,
    });
    return {
      agent_root: root,
      available: missing.length === 0,
      key_configured: provider.hasKey,
      root_present: !missing.includes("no_root"),
      reasons: missing.map((one) => text.missing(one, { root, variables: provider.keyVariables })),
    };
  }

  return {
    now,
    onKeyRefused: (): void => {
      keyRefused = true;
    },
    availability(): LiveAvailability {
      const shared = now();
      const modes = (["text", "voice"] as const).map((mode) => ({
        mode,
        label: text.modes[mode],
        model: modelOf(mode, deps.values()),
        ...shared,
      }));
      return { label: text.label, ...shared, modes };
    },
  };
}
