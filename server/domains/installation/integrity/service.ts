import type { Clock } from "../../../lib/clock.ts";
import { instant } from "../../../lib/instant.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { WorkerPool } from "../../../workers/pool.ts";
import type { AppSetting, AppSettings } from "../../owner/app-settings/index.ts";
import { type DatabaseCheck, databaseCheck } from "./model.ts";
import type { Findings } from "./worker.ts";

const worker = new URL("./worker.ts", import.meta.url);
const lastCheck: AppSetting<DatabaseCheck> = {
  key: "database_check",
  schema: databaseCheck,
};
const problemLimit = 500;
const sessionLimit = 100;

export type IntegrityService = ReturnType<typeof integrityService>;

/** The weekly check of the whole database. What it found is kept, so that the board shows it after a restart too. */
export function integrityService(deps: {
  file: string;
  settings: AppSettings;
  workers: Pick<WorkerPool, "run">;
  clock: Clock;
  log: Pick<Logger, "info" | "error">;
}) {
  const { file, settings, workers, clock, log } = deps;
  return {
    last: (): DatabaseCheck =>
      settings.read(lastCheck) ?? { checked_at: null, problem: null, sessions_with_lost_lines: [] },

    async check(signal: AbortSignal): Promise<void> {
      const { problem, lostIn } = await workers.run<Findings>({
        file: worker,
        name: "check",
        input: { file },
        signal,
        background: true,
      });
      const found = {
        checked_at: instant(clock.now()),
        problem: problem?.slice(0, problemLimit) ?? null,
        sessions_with_lost_lines: lostIn.slice(0, sessionLimit),
      };
      const sound = problem === null && lostIn.length === 0;
      log[sound ? "info" : "error"](found, sound ? "the database is sound" : "the database is damaged");
      settings.write(lastCheck, found);
    },
  };
}
