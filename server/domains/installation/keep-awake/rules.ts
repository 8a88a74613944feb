import type { Battery } from "../../../lib/keep-awake/model.ts";
import type { AwakeState } from "./model.ts";

/** Below this, in percent, a machine on its battery may sleep although agents work: it would lose their work soon anyway. */
const lowPercent = 10;

/** Whether to keep the machine awake: `isWorking` while any agent works; `lost` is why what holds it cannot. */
export function decideAwake(of: {
  isEnabled: boolean;
  isWorking: boolean;
  battery: Battery | null;
  lost: string | null;
}): AwakeState {
  if (!of.isEnabled) return "off";
  if (!of.isWorking) return "idle";
  if (of.battery !== null && of.battery.isDischarging && of.battery.percent < lowPercent)
    return "low_battery";
  return of.lost === null ? "awake" : "unavailable";
}
