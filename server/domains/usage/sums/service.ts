import { setImmediate as nextTick } from "node:timers/promises";
import type { Database, Sql } from "../../../db/open.ts";
import type { JobResult } from "../../../jobs/definition.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { WorkerPool } from "../../../workers/pool.ts";
import type { AddedHour, HoursQuery } from "./hours.ts";
import { sumStore } from "./store.ts";

export type SumService = ReturnType<typeof sumService>;

const hourMs = 3_600_000;
/** Few enough that a commit of them does not hold up a request. */
const hoursAtOnce = 24;
const runMs = 60_000;
const worker = new URL("./adding-up-worker.ts", import.meta.url);

/** Adds up on another thread, with a connection of its own. */
export const sumReads =
  (sql: Sql, workers: Pick<WorkerPool, "run">) =>
  (query: HoursQuery): Promise<AddedHour[]> =>
    workers.run<AddedHour[]>({
      file: worker,
      name: "hours",
      input: { file: sql.name, query },
      background: true,
    });

/** Keeps calls added up by hour and day. Whoever reads them reads the calls of hours that are out of date instead. */
export function sumService(deps: {
  database: Database;
  clock: Clock;
  promptSteps: readonly number[];
  addUp(query: HoursQuery): Promise<AddedHour[]>;
}) {
  const { clock, promptSteps } = deps;
  const store = sumStore(deps.database);

  return {
    /** Adds up every hour that is over and out of date, newest first. */
    async refresh(signal: AbortSignal): Promise<JobResult> {
      store.splitBy(promptSteps);
      const until = clock.now() + runMs;
      let before = Math.floor(clock.now() / hourMs);
      while (store.hasStaleBefore(before)) {
        if (signal.aborted || clock.now() >= until) return { againAt: clock.now() };
        const added = await deps.addUp({ before, most: hoursAtOnce, promptSteps });
        for (const hour of added) {
          store.replace(hour);
          before = hour.hour;
          await nextTick();
        }
        if (added.length === 0) break;
      }
      return undefined;
    },
  };
}
