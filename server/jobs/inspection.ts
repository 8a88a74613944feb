import type { Sql } from "../db/open.ts";
import type { Clock } from "../lib/clock.ts";
import type { JobActivity } from "./activity.ts";
import { type Lane, laneNames } from "./lanes.ts";

/** Which queued jobs are meant; of both fields at least one is set. */
export interface JobScope {
  kind: string | null;
  lane: string | null;
}

export interface LaneState {
  lane: Lane;
  threads: number;
  running: number;
  held: boolean;
  /** Can be claimed now. */
  ready: number;
  /** When the oldest of those became due, epoch ms. */
  oldestDueAt: number | null;
  /** Not due yet. */
  scheduled: number;
  completedLastHour: number;
}

export interface RecurringState {
  kind: string;
  lane: Lane;
  everyMs: number;
  running: boolean;
  /** Epoch ms; of its next run, or of the run that is late. */
  dueAt: number;
  /** Epoch ms; null before the first success since the start. */
  lastSuccessAt: number | null;
  /** Of the last run; null if it succeeded. */
  lastError: string | null;
}

export interface FailedJobs {
  kind: string;
  lane: string;
  count: number;
  lastError: string | null;
  newestAt: number;
}

export interface QueueState {
  lanes: LaneState[];
  recurring: RecurringState[];
  failed: FailedJobs[];
  /** Jobs that are due, by kind, the most first. */
  readyByKind: { kind: string; count: number }[];
}

export interface JobCount {
  kind: string;
  lane: string;
  count: number;
}

export type QueueInspection = ReturnType<typeof queueInspection>;

/** What the queue adds again by itself is no queued work, so no one discards it. */
const queuedWork = "state = 'ready' AND (key IS NULL OR key NOT LIKE 'recurring:%')";
const inScope = `${queuedWork} AND (@kind IS NULL OR kind = @kind) AND (@lane IS NULL OR lane = @lane)`;

/** Reads the whole queue, and changes queued jobs by their kind and lane. Inside the caller's transaction, if there is one. */
export function queueInspection(deps: {
  sql: Sql;
  clock: Clock;
  activity: JobActivity;
  /** How often each recurring kind runs. */
  recurringMs: ReadonlyMap<string, number>;
  ofLanes: {
    threads(lane: Lane): number;
    running(lane: Lane): number;
    isHeld(lane: Lane): boolean;
    hint(lane: Lane): void;
  };
}) {
  const { clock, activity, ofLanes } = deps;
  const rows = inspectionStatements(deps.sql);

  function lanes(): LaneState[] {
    const queued = new Map(rows.lanes.all({ now: clock.now() }).map((row) => [row.lane, row]));
    return laneNames.map((lane) => {
      const { count, due, oldest } = queued.get(lane) ?? { count: 0, due: 0, oldest: null };
      return {
        lane,
        threads: ofLanes.threads(lane),
        running: ofLanes.running(lane),
        held: ofLanes.isHeld(lane),
        ready: due,
        oldestDueAt: due === 0 ? null : oldest,
        scheduled: count - due,
        completedLastHour: activity.completedLastHour(lane),
      };
    });
  }

  return {
    lanes,
    state(): QueueState {
      return {
        lanes: lanes(),
        recurring: rows.recurring.all().flatMap((row) => {
          const everyMs = deps.recurringMs.get(row.kind);
          if (everyMs === undefined) return [];
          return {
            ...row,
            everyMs,
            running: row.running === 1,
            lastSuccessAt: activity.lastSuccess(row.kind),
          };
        }),
        failed: rows.failed.all(),
        readyByKind: rows.readyByKind.all({ now: clock.now() }),
      };
    },
    /** The queued jobs in the scope that nothing has started yet. */
    counts: (scope: JobScope): JobCount[] => rows.counts.all({ ...scope }),
    /** Removes them for good. Returns how many. */
    discard: (scope: JobScope): number => rows.discard.run({ ...scope }).changes,
    /** Returns how many. */
    reschedule(scope: JobScope, runAt: number): number {
      const moved = rows.reschedule.run({ ...scope, runAt }).changes;
      for (const lane of laneNames) ofLanes.hint(lane);
      return moved;
    },
  };
}

interface QueuedInLane {
  lane: string;
  count: number;
  due: number;
  oldest: number;
}

const inspectionStatements = (sql: Sql) => ({
  /** Reads the index of ready jobs alone. */
  lanes: sql.prepare<[{ now: number }], QueuedInLane>(`
    SELECT lane, COUNT(*) AS count, SUM(run_at <= @now) AS due, MIN(run_at) AS oldest FROM jobs
    WHERE state = 'ready' GROUP BY lane`),
  readyByKind: sql.prepare<[{ now: number }], { kind: string; count: number }>(`
    SELECT kind, COUNT(*) AS count FROM jobs WHERE state = 'ready' AND run_at <= @now
    GROUP BY kind ORDER BY count DESC, kind`),
  recurring: sql.prepare<
    [],
    Omit<RecurringState, "everyMs" | "running" | "lastSuccessAt"> & { running: 0 | 1 }
  >(`
    SELECT kind, lane, state = 'claimed' AS running, run_at AS dueAt, last_error AS lastError FROM jobs
    WHERE key GLOB 'recurring:*' AND state <> 'failed' ORDER BY kind`),
  failed: sql.prepare<[], FailedJobs>(`
    SELECT kind, lane, COUNT(*) AS count, last_error AS lastError, MAX(run_at) AS newestAt FROM jobs
    WHERE state = 'failed' GROUP BY kind, lane ORDER BY count DESC LIMIT 50`),
  counts: sql.prepare<[JobScope], JobCount>(`
    SELECT kind, lane, COUNT(*) AS count FROM jobs WHERE ${inScope} GROUP BY kind, lane ORDER BY count DESC`),
  discard: sql.prepare<[JobScope]>(`DELETE FROM jobs WHERE ${inScope}`),
  reschedule: sql.prepare<[JobScope & { runAt: number }]>(`UPDATE jobs SET run_at = @runAt WHERE ${inScope}`),
});
