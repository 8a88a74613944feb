import { z } from "zod";
import { type Actor, actorName } from "../../../http/caller.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { AppSetting, AppSettings } from "../../owner/app-settings/index.ts";
import { type KeptByVariable, type Retention, trashDayLimits } from "./model.ts";

const { least, usual, most } = trashDayLimits;
const setting: AppSetting<{ trash_days: number | null }> = {
  key: "retention",
  schema: z.object({ trash_days: z.number().int().min(least).max(most).nullable() }),
};
const dayMs = 24 * 60 * 60_000;

export type RetentionService = ReturnType<typeof retentionService>;

/** How long data is kept: the owner's choices on the board, and the environment variables. */
export function retentionService(deps: {
  settings: AppSettings;
  log: Logger;
  byVariable: readonly KeptByVariable[];
}) {
  const { settings, byVariable } = deps;
  const chosen = (): number | null => settings.read(setting)?.trash_days ?? null;
  const current = (): Retention => ({
    trash_days: { chosen: chosen(), usual },
    by_variable: [...byVariable],
  });
  return {
    current,
    /** Applies to sessions archived from now on; those in the trash keep their date. */
    trashKeptMs: (): number => (chosen() ?? usual) * dayMs,
    save(next: { trash_days: number | null }, by: Actor): Retention {
      settings.write(setting, next);
      deps.log.info(`[AppSettings] ${actorName(by)} set trash_days to ${next.trash_days ?? "the default"}`);
      return current();
    },
  };
}
