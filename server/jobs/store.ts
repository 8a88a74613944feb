import { commitLazily } from "../db/lazy-commit.ts";
import type { Sql } from "../db/open.ts";
import { failedJobsKeptMs } from "./definition.ts";
import type { Lane } from "./lanes.ts";

export interface JobRow {
  id: number;
  lane: Lane;
  kind: string;
  payload: string;
  key: string | null;
  attempts: number;
  max_attempts: number;
  run_at: number;
}

export interface NewJobRow {
  lane: Lane;
  kind: string;
  payload: string;
  key: string | null;
  priority: number;
  runAt: number;
  maxAttempts: number;
  now: number;
}

export type JobStore = ReturnType<typeof jobStore>;

/**
 * The queue's statements, prepared once: this is a hot path. What a run changes in its own row is committed lazily: a power
 * failure that undoes it lets the job run again, as a crash does.
 */
export function jobStore(sql: Sql) {
  const insert = sql.prepare<[NewJobRow], { id: number }>(`
    INSERT INTO jobs (lane, kind, payload, key, priority, run_at, max_attempts, created_at)
    VALUES (@lane, @kind, @payload, @key, @priority, @runAt, @maxAttempts, @now)
    ON CONFLICT (key) WHERE key IS NOT NULL AND state <> 'failed' DO NOTHING RETURNING id`);
  const byKey = sql.prepare<[string], { id: number }>(
    "SELECT id FROM jobs WHERE key = ? AND state <> 'failed'",
  );
  const next = sql.prepare<[{ lane: string; now: number }], { id: number }>(`
    SELECT id FROM jobs WHERE state = 'ready' AND lane = @lane AND run_at <= @now
    ORDER BY priority DESC, run_at, id LIMIT 1`);
  const claim = sql.prepare<[{ id: number; now: number; boot: string }], JobRow>(`
    UPDATE jobs SET state = 'claimed', claimed_by = @boot, claimed_at = @now, attempts = attempts + 1
    WHERE id = @id
    RETURNING id, lane, kind, payload, key, attempts, max_attempts, run_at`);
  const finish = sql.prepare<[number]>("DELETE FROM jobs WHERE id = ?");
  const finishReady = sql.prepare<[{ kind: string; field: string; value: number }]>(`
    DELETE FROM jobs WHERE kind = @kind AND state = 'ready'
      AND CASE WHEN json_valid(payload) THEN json_extract(payload, '$.' || @field) END = @value`);
  const retry = sql.prepare<[{ id: number; runAt: number; error: string | null }]>(`
    UPDATE jobs SET state = 'ready', claimed_by = NULL, claimed_at = NULL, run_at = @runAt, last_error = @error,
      attempts = IIF(@error IS NULL, 0, attempts)
    WHERE id = @id`);
  const setPriority = sql.prepare<[{ id: number; priority: number }]>(
    "UPDATE jobs SET priority = @priority WHERE id = @id AND state = 'ready'",
  );
  const runNow = sql.prepare<[{ id: number; now: number }]>(
    "UPDATE jobs SET run_at = @now WHERE id = @id AND state = 'ready' AND run_at > @now",
  );
  const fail = sql.prepare<[{ id: number; error: string }]>(`
    UPDATE jobs SET state = 'failed', claimed_by = NULL, claimed_at = NULL, last_error = @error WHERE id = @id`);
  const forget = sql.prepare<[number]>("DELETE FROM jobs WHERE state = 'failed' AND run_at < ?");
  const release = sql.prepare<[{ boot: string; now: number }]>(`
    UPDATE jobs SET state = 'ready', claimed_by = NULL, claimed_at = NULL, run_at = @now
    WHERE state = 'claimed' AND claimed_by <> @boot`);
  const due = sql.prepare<[{ lane: string; now: number }], { count: number }>(
    "SELECT COUNT(*) AS count FROM jobs WHERE state = 'ready' AND lane = @lane AND run_at <= @now",
  );
  const all = sql.prepare<[], { count: number }>("SELECT COUNT(*) AS count FROM jobs");
  const nextDue = sql.prepare<[string], { at: number | null }>(
    "SELECT MIN(run_at) AS at FROM jobs WHERE state = 'ready' AND lane = ?",
  );
  const bringForward = sql.prepare<[{ byMs: number; now: number; wallClock: string }]>(`
    UPDATE jobs SET run_at = run_at - @byMs
    WHERE state = 'ready' AND run_at > @now AND kind NOT IN (SELECT value FROM json_each(@wallClock))`);
  const lastKnown = sql.prepare<[{ recurring: string }], { at: number | null }>(`
    SELECT MAX(MAX(created_at, COALESCE(claimed_at, 0), COALESCE(run_at - everyMs.value, 0))) AS at
    FROM jobs LEFT JOIN json_each(@recurring) AS everyMs ON everyMs.key = jobs.kind`);

  return {
    /** Runs jobs that are not due that much earlier, but those whose times a person named. Returns how many. */
    bringForward: (byMs: number, now: number, wallClock: readonly string[]) =>
      bringForward.run({ byMs, now, wallClock: JSON.stringify(wallClock) }).changes,
    /** The newest time that the rows know of, epoch ms; `recurring` is how often each recurring kind runs. */
    lastKnown: (recurring: ReadonlyMap<string, number>) =>
      lastKnown.get({ recurring: JSON.stringify(Object.fromEntries(recurring)) })?.at ?? 0,
    /** The id of the new job, or of the unfinished one that already has this key. */
    insert(job: NewJobRow): number {
      const added = insert.get(job) ?? (job.key === null ? undefined : byKey.get(job.key));
      if (!added) throw new Error(`The job ${job.kind} was neither added nor found`);
      return added.id;
    },
    claim(lane: Lane, now: number, boot: string): JobRow | undefined {
      const found = next.get({ lane, now });
      return found && commitLazily(sql, () => claim.get({ id: found.id, now, boot }));
    },
    /** Removes the unclaimed jobs of a kind whose payload has this value. */
    finishReady: (kind: string, field: string, value: number) => void finishReady.run({ kind, field, value }),
    /** False when it is not waiting to be claimed. */
    setPriority: (id: number, priority: number) => setPriority.run({ id, priority }).changes === 1,
    /** False when it is due already, or does not wait to be claimed. */
    runNow: (id: number, now: number) => runNow.run({ id, now }).changes === 1,
    /** For good: nobody wants the job any more. */
    remove: (id: number) => finish.run(id).changes === 1,
    finish: (id: number) => commitLazily(sql, () => finish.run(id)).changes === 1,
    /** Without an error the run succeeded, and the count of tries starts again. */
    retry: (id: number, runAt: number, error: string | null) =>
      void commitLazily(sql, () => retry.run({ id, runAt, error })),
    /** Forgets jobs that failed long ago as well. */
    fail(id: number, error: string, now: number): void {
      fail.run({ id, error });
      forget.run(now - failedJobsKeptMs);
    },
    /** Releases the claims of an earlier start of the service, which has ended. Returns how many. */
    releaseOthers: (boot: string, now: number) => release.run({ boot, now }).changes,
    /** How many jobs can be claimed now. */
    due: (lane: Lane, now: number) => due.get({ lane, now })?.count ?? 0,
    count: () => all.get()?.count ?? 0,
    nextDue: (lane: Lane) => nextDue.get(lane)?.at ?? null,
  };
}
