import type { JobResult } from "../../../jobs/definition.ts";
import { RateLimited } from "../../../lib/github/index.ts";
import { isWaiting } from "../../../lib/waiting.ts";
import type { FailedCheck } from "./feedback-rules.ts";
import { followDecisions } from "./following.ts";
import { pullRequestsAtOnce, type Snapshot } from "./github.ts";
import { pollPullRequestsJob } from "./jobs.ts";
import type { MergeRun } from "./model.ts";
import type { CloneOrigins } from "./origins.ts";
import { nextReading } from "./polling-rules.ts";
import type { PullRequestDeps } from "./ports.ts";
import { snapshotWriter } from "./snapshot-writer.ts";
import type { PullRequestStore, WatchedRow } from "./store.ts";
import { text } from "./text.ts";

/** Reads the recorded pull requests from GitHub and notifies their sessions of merges and conflicts. */
export function pullRequestPoller(
  deps: PullRequestDeps,
  { store, origins }: { store: PullRequestStore; origins: CloneOrigins },
) {
  const { clock, jobs, github } = deps;
  const write = snapshotWriter(deps, store);
  const { failuresOf, mergeRunsOf } = detailReads(deps, write);
  const following = followDecisions(deps, { store, origins });
  /** To be read now, because something is known to have happened. */
  const urgent = new Set<number>();
  let limitedUntil = 0;
  /** Until when GitHub lets nothing be read; null while it does. */
  const limitAt = (now: number): number | null => (isWaiting(limitedUntil, now) ? limitedUntil : null);
  let passes: Promise<JobResult> = Promise.resolve(undefined);

  /** There is at most one such job, so this replaces the planned one. */
  function planAt(runAt: number): void {
    if (github === null) return;
    jobs.remove(jobs.add(pollPullRequestsJob, {}, { runAt }));
    jobs.add(pollPullRequestsJob, {}, { runAt });
  }

  /** When the next pull request is due or to be decided on; null if none is watched. */
  function nextDue(): number | null {
    const now = clock.now();
    const times = store.watched().flatMap((row) => (urgent.has(row.id) ? now : dueAt(row, now)) ?? []);
    const decidedAt = following.dueAt();
    if (decidedAt !== null) times.push(decidedAt);
    return times.length === 0 ? null : Math.max(Math.min(...times), limitAt(now) ?? 0);
  }

  async function readBatch(batch: readonly WatchedRow[], signal: AbortSignal): Promise<void> {
    if (github === null) return;
    const answers = await github.snapshots(batch, signal).catch((error: unknown) => {
      if (signal.aborted || error instanceof RateLimited) throw error;
      return batch.map(() => (error instanceof Error ? error : new Error(String(error))));
    });
    for (const [index, row] of batch.entries()) {
      const answer = answers[index] ?? new Error(text.noAnswer);
      if (answer instanceof Error) write.failure(row.id, answer.message);
      else await writeSnapshot(row, answer, signal);
    }
  }

  async function writeSnapshot(row: WatchedRow, answer: Snapshot, signal: AbortSignal): Promise<void> {
    const runs = await mergeRunsOf(row, answer, signal);
    const failures = await failuresOf(row, answer, signal);
    write.snapshot(row.id, answer, { runs, failures });
  }

  async function pass(signal: AbortSignal): Promise<JobResult> {
    const now = clock.now();
    try {
      if (github !== null && limitAt(now) === null) await following.decideAll(github, signal);
      const due = store.watched().filter((row) => urgent.has(row.id) || (dueAt(row, now) ?? now + 1) <= now);
      urgent.clear();
      for (let at = 0; at < due.length && limitAt(now) === null; at += pullRequestsAtOnce)
        await readBatch(due.slice(at, at + pullRequestsAtOnce), signal);
    } catch (error) {
      if (signal.aborted) return { againAt: now };
      if (!(error instanceof RateLimited)) throw error;
      limitedUntil = error.until;
    }
    const againAt = nextDue();
    return againAt === null ? undefined : { againAt };
  }

  return {
    limitedUntil: (): number | null => limitAt(clock.now()),

    /** Reads all that are due, one pass at a time. The job ends when nothing is left to watch. */
    read(signal: AbortSignal): Promise<JobResult> {
      if (github === null) return Promise.resolve(undefined);
      passes = passes.then(
        () => pass(signal),
        () => pass(signal),
      );
      return passes;
    },

    /** Something happened to one of these, or to one with this head: reads them now. */
    readSoon({ urls, sha }: { urls: readonly string[]; sha: string | null }): void {
      const wanted = new Set(urls.map((url) => url.toLowerCase()));
      for (const row of store.watched())
        if (wanted.has(row.url.toLowerCase()) || (sha !== null && row.headSha === sha)) urgent.add(row.id);
      const now = clock.now();
      if (urgent.size > 0) planAt(Math.max(now, limitAt(now) ?? 0));
    },

    /** Call after recording a pull request or using or archiving a session: something may be due sooner. */
    replan(): void {
      const due = github === null ? null : nextDue();
      if (due !== null) planAt(due);
    },
  };
}

/** What is read besides a snapshot. */
function detailReads(
  { github }: Pick<PullRequestDeps, "github">,
  write: Pick<ReturnType<typeof snapshotWriter>, "wantsChecks">,
) {
  /** null if none is to be told, or they could not be read: the next read tries again. */
  async function failuresOf(
    row: WatchedRow,
    answer: Snapshot,
    signal: AbortSignal,
  ): Promise<FailedCheck[] | null> {
    if (github === null || !write.wantsChecks(row.id, answer)) return null;
    return github.failedChecks(row, answer.headSha, signal).catch((error: unknown) => {
      if (signal.aborted || error instanceof RateLimited) throw error;
      return null;
    });
  }

  /** null if it is not merged or the runs could not be read; the message then leaves them out. */
  async function mergeRunsOf(
    row: WatchedRow,
    { state, mergeSha }: Snapshot,
    signal: AbortSignal,
  ): Promise<MergeRun[] | null> {
    if (github === null || state !== "merged" || mergeSha === null) return null;
    return github.runsOf(row, mergeSha, signal).catch((error: unknown) => {
      if (signal.aborted) throw error;
      return null;
    });
  }

  return { failuresOf, mergeRunsOf };
}

const dueAt = (row: WatchedRow, now: number): number | null => nextReading(row, row.pollError, now);
