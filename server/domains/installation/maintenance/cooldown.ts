import { z } from "zod";
import type { Actor } from "../../../http/caller.ts";
import { callerIdOf } from "../../../http/idempotency.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { AppSetting, AppSettings } from "../../owner/app-settings/index.ts";
import { maintenanceRefusal } from "./errors.ts";
import { cooldownLeft } from "./rules.ts";

const setting: AppSetting<Record<string, number>> = {
  key: "maintenance_cooldowns",
  schema: z.record(z.string(), z.number()),
};

/** Lets each caller use an action once in 30 seconds, over REST, the board and MCP together (X54). */
export function cooldowns({ settings, clock }: { settings: AppSettings; clock: Clock }) {
  return {
    /** Throws if the caller used the action a moment ago, or if its use cannot be stored. */
    take(action: string, by: Actor): void {
      const now = clock.now();
      const key = `${action} ${callerIdOf(by) ?? "anyone"}`;
      const used = settings.read(setting) ?? {};
      const seconds = cooldownLeft(used[key], now);
      if (seconds !== null) throw maintenanceRefusal("cooling_down", { seconds }, { retry_after: seconds });
      const current = Object.entries(used).filter(([, at]) => cooldownLeft(at, now) !== null);
      try {
        settings.write(setting, { ...Object.fromEntries(current), [key]: now });
      } catch (error) {
        throw Object.assign(maintenanceRefusal("cooldown_unavailable"), { cause: error });
      }
    },
  };
}
