import { type KeepAwakeService, keepAwakeService } from "../domains/installation/keep-awake/index.ts";
import { processInhibitor, readBattery } from "../lib/keep-awake/index.ts";
import type { ComposeDeps, Core, Platform } from "./deps.ts";

/** By the host's own means, or else by the system's program. */
export function composeKeepAwake(
  { sleepInhibitor, personEnvironment, log }: ComposeDeps,
  { appSettings }: Pick<Platform, "appSettings">,
  { sessions }: Pick<Core, "sessions">,
): KeepAwakeService {
  const { platform } = process;
  return keepAwakeService({
    settings: appSettings,
    isWorking: () => sessions.withStatus("running", 1).length > 0,
    inhibitor: sleepInhibitor ?? processInhibitor({ platform, environment: personEnvironment }),
    battery: () => readBattery(platform),
    log,
  });
}
