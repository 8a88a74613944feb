import type { JobResult } from "../../../jobs/definition.ts";
import type { JobQueue } from "../../../jobs/queue.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { UsageService } from "../calls/index.ts";
import { coverageOf, runView } from "./coverage.ts";
import { type FileReadingDeps, fileReading } from "./file-reading.ts";
import { backfillJob } from "./jobs.ts";
import type { LedgerCoverage } from "./model.ts";
import { passSlices } from "./pass.ts";
import { ledgerStore } from "./store.ts";

export type LedgerService = ReturnType<typeof ledgerService>;

/** R182: files that were touched this recently are looked through. */
const recentMs = 2 * 3_600_000;
/** Between two runs of the job. */
const pauseMs = 1_000;

export interface LedgerDeps extends FileReadingDeps {
  clock: Clock;
  jobs: Pick<JobQueue, "add">;
  usage: Pick<UsageService, "record" | "span">;
}

/** Reads the calls to models from the files that the CLIs keep outside of sessions; those of sessions are read as they grow. */
export function ledgerService(deps: LedgerDeps) {
  const { clock, jobs } = deps;
  const store = ledgerStore(deps.database);
  const files = fileReading(deps, store);
  const runSlice = passSlices({ clock, store, files });
  let lastRanAt: number | null = null;

  const startSoon = (): void => void jobs.add(backfillJob, {});

  return {
    /** The new calls of files that changed in the last hours. */
    async readRecent(signal: AbortSignal): Promise<JobResult> {
      const since = clock.now() - recentMs;
      const recent = (await files.all()).filter(({ changedAt }) => changedAt >= since);
      const { done } = await files.read(recent, () => !signal.aborted);
      if (done < recent.length) return undefined;
      lastRanAt = clock.now();
      return undefined;
    },

    /** Starts a pass if none has ever ended, and goes on with one that was interrupted. */
    async checkBackfill(): Promise<JobResult> {
      deps.database.transaction(() => {
        if (store.runUnderWay() === undefined) {
          if (store.hasFinished()) return;
          store.addRun("first_start", clock.now());
        }
        startSoon();
      });
      return undefined;
    },

    /** Goes on with the pass for some minutes. */
    async backfill(signal: AbortSignal): Promise<JobResult> {
      const run = store.runUnderWay();
      if (run === undefined) return undefined;
      const finishedAt = await runSlice(run, signal);
      if (finishedAt === null) return { againAt: clock.now() + pauseMs };
      lastRanAt = finishedAt;
      return undefined;
    },

    /** Has every file read again from its start; a pass that is under way is joined. It begins at once. */
    requestBackfill: () =>
      deps.database.transaction(() => {
        let run = store.runUnderWay();
        if (run === undefined) {
          store.forgetOffsets();
          run = store.addRun("requested", clock.now());
        }
        startSoon();
        return { queued: true as const, run: runView(run), ledger_coverage: coverage() };
      }),

    coverage,
  };

  function coverage(): LedgerCoverage {
    const { since, until } = deps.usage.span();
    const { count, last } = store.problems();
    return coverageOf(store.newestRun(), {
      lastRanAt,
      since,
      until,
      unreadable: count,
      skipped: store.skippedCalls(),
      problem: last,
    });
  }
}
