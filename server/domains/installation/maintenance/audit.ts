import { z } from "zod";
import { type Actor, actorName } from "../../../http/caller.ts";
import type { Clock } from "../../../lib/clock.ts";
import { instant } from "../../../lib/instant.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { AppSetting, AppSettings } from "../../owner/app-settings/index.ts";
import { type MaintenanceAction, maintenanceAction } from "./model.ts";

const mostKept = 50;
const setting: AppSetting<MaintenanceAction[]> = {
  key: "maintenance_actions",
  schema: z.array(maintenanceAction),
};

export type MaintenanceAudit = ReturnType<typeof maintenanceAudit>;

/** Who did what here, in the log, and the newest of it for the health page. */
export function maintenanceAudit(deps: {
  settings: AppSettings;
  clock: Clock;
  log: Pick<Logger, "warn" | "error">;
}) {
  const { settings, clock, log } = deps;
  const recent = (): MaintenanceAction[] => settings.read(setting) ?? [];

  return {
    /** Newest first. */
    recent,
    /** `by` null: the service itself. Never throws, because what it is about is done already. */
    record(by: Actor | null, summary: string, facts: object = {}): void {
      const name = by === null ? "the service" : actorName(by);
      log.warn(facts, `[health] ${name}: ${summary}`);
      try {
        const entry = { at: instant(clock.now()), by: name, summary };
        settings.write(setting, [entry, ...recent()].slice(0, mostKept));
      } catch (error) {
        log.error({ err: error }, "a maintenance action could not be recorded");
      }
    },
  };
}
