import { makeQueue, settled, testJob } from "../../../jobs/queue-test-bed.ts";
import type { Logger } from "../../../lib/logger.ts";
import { deliverSightingJob } from "./jobs.ts";
import { openTriggerBed } from "./trigger-test-bed.ts";

const nudge = testJob("nudge", { lane: "triggers" });

/** Triggers on a database of their own, for the watcher of a host. What is due runs when the test says so. */
export async function openWatcherBed() {
  const made: { queue?: ReturnType<typeof makeQueue>["queue"] } = {};
  const bed = await openTriggerBed({
    jobs(sessionBed) {
      made.queue = makeQueue(sessionBed).queue;
      return made.queue;
    },
  });
  const { queue } = made;
  if (!queue) throw new Error("No queue");
  const warnings: string[] = [];
  const service = { triggers: bed.triggers };
  queue.handle(deliverSightingJob, ({ id }, job) => service.triggers.deliverSighting(id, job));
  queue.handle(nudge, () => undefined);
  queue.start();
  const due = bed.database.sql
    .prepare<[number], number>("SELECT COUNT(*) FROM jobs WHERE run_at <= ?")
    .pluck();

  /** Runs what is due by the clock of the test. */
  async function untilIdle(): Promise<void> {
    queue?.add(nudge, {});
    do await settled();
    while (due.get(bed.clock.at) !== 0);
  }

  return {
    ...bed,
    /** Each problem that the watcher has logged. */
    warnings,
    service,
    /** For the watcher: it logs its problems, and waits for nothing. */
    watcherDeps: {
      log: {
        info: () => undefined,
        warn: ((fields: { problem: string }) => void warnings.push(fields.problem)) as never,
      } satisfies Pick<Logger, "info" | "warn">,
      wait: () => Promise.resolve(),
    },
    untilIdle,
    async settle(ms = 0): Promise<void> {
      bed.clock.at += ms;
      await untilIdle();
    },
    prompts: (id: number): string[] =>
      bed.startedBy(id).map((session) => bed.sessions.byId(session)?.prompt ?? ""),
  };
}
