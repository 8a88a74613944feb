import type { Clock } from "../../../lib/clock.ts";
import { instantOrNull } from "../../../lib/instant.ts";
import type { LiveAvailability } from "./model.ts";
import type { LiveProvider, LiveValues } from "./ports.ts";
import { missingOf } from "./rules.ts";
import { text } from "./text.ts";
import { modelOf } from "./views.ts";

/** Whether live conversations are available. Nothing is asked of the provider. */
export function prerequisiteCheck(deps: {
  clock: Clock;
  provider: Pick<LiveProvider, "hasKey" | "keyVariables">;
  root: string;
  findRoot(name: string): object | null;
  values(): LiveValues;
}) {
  const { clock, provider, root } = deps;
  /** When the provider refused the key, epoch ms; null once it accepted it. Each use asks it again. */
  let keyRefusedAt: number | null = null;

  function now() {
    const keyConfigured = provider.hasKey();
    const missing = missingOf({ keyConfigured });
    return {
      agent_root: root,
      available: missing.length === 0,
      key_configured: keyConfigured,
      key_refused_at: instantOrNull(keyRefusedAt),
      root_present: deps.findRoot(root) !== null,
      warning: keyRefusedAt === null ? null : text.keyRefused(keyRefusedAt, provider.keyVariables),
      reasons: missing.map((one) => text.missing(one, provider.keyVariables)),
    };
  }

  return {
    now,
    onKeyRefused(): void {
      keyRefusedAt = clock.now();
    },
    /** Another key, or one that was accepted, is not the one that was refused. */
    onKeyAccepted(): void {
      keyRefusedAt = null;
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
