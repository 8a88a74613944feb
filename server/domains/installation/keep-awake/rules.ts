import type { Battery } from "../../../lib/keep-awake/model.ts";
import type { AwakeState } from "./model.ts";

/** Below this, in percent, a machine on its battery may sleep although agents work: it would lose their work soon anyway. */
const lowPercent = 10;

/** Whether to keep the machine awake; `lost` is why what holds it cannot. */
export function decideAwake(of: {
  isEnabled: boolean;
  /** How many agents work. */
  working: number;
  battery: Battery | null;
  lost: string | null;
}): AwakeState {
  if (!of.isEnabled) return "off";
  if (of.working === 0) return "idle";
  if (of.battery !== null && of.battery.isDischarging && of.battery.percent < lowPercent)
    return "low_battery";
  return of.lost === null ? "awake" : "unavailable";
}
