import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import type { Lane } from "./lanes.ts";
import type { JobRow, JobStore } from "./store.ts";

export interface JobKind {
  lane: Lane;
  /** How often a job of this kind is tried when it throws; 5 unless told. */
  maxAttempts?: number;
  /** Runs again this long after each run, from the start of the service on. */
  everyMs?: number;
  /**
   * Safe to run twice: after a crash it is. The signal fires when the service stops.
   * Returning `{ againAt }` keeps the job and runs it then; anything else ends it.
   */
  run(payload: Record<string, unknown>, job: { id: number; attempt: number; signal: AbortSignal }): unknown;
}

const retryDelayMs = (attempt: number): number => Math.min(1_000 * 2 ** (attempt - 1), 300_000);
const writeAgainMs = 5_000;

/** Runs one claimed job and writes how it came out. Never rejects. */
export function jobRunner(deps: {
  store: JobStore;
  clock: Clock;
  log: Logger;
  kinds: ReadonlyMap<string, JobKind>;
  stopping: AbortSignal;
  /** False once the database is closed; nothing is written then. */
  isOpen(): boolean;
}) {
  const { store, clock, log, kinds } = deps;

  function conclude(row: JobRow, kind: JobKind, result: unknown): void {
    const againAt = (result as { againAt?: unknown } | null | undefined)?.againAt;
    if (typeof againAt === "number") store.retry(row.id, againAt, null);
    else if (kind.everyMs === undefined) store.finish(row.id);
    else store.retry(row.id, clock.now() + kind.everyMs, null);
  }

  function giveBack(row: JobRow, kind: JobKind | undefined, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    const now = clock.now();
    if (kind?.everyMs !== undefined) store.retry(row.id, now + kind.everyMs, message);
    else if (row.attempts < row.max_attempts) store.retry(row.id, now + retryDelayMs(row.attempts), message);
    else store.fail(row.id, message);
  }

  /** Does the work and returns how its end is to be written. */
  async function work(row: JobRow, kind: JobKind | undefined): Promise<() => void> {
    try {
      if (!kind) throw new Error(`No such job kind: ${row.kind}`);
      const payload = JSON.parse(row.payload) as Record<string, unknown>;
      const result = await kind.run(payload, { id: row.id, attempt: row.attempts, signal: deps.stopping });
      return () => conclude(row, kind, result);
    } catch (error) {
      log.error({ err: error, job: row.id, kind: row.kind, attempt: row.attempts }, "job failed");
      return () => giveBack(row, kind, error);
    }
  }

  /**
   * A full disk takes no end either: it is written once there is room. A stop leaves the claim to the next start.
   * Work is not done again for it.
   */
  async function written(row: JobRow, write: () => void): Promise<void> {
    while (deps.isOpen()) {
      try {
        return write();
      } catch (error) {
        log.error({ err: error, job: row.id, kind: row.kind }, "the end of a job could not be written");
      }
      if (deps.stopping.aborted) return;
      await pauseUnless(deps.stopping, writeAgainMs);
    }
  }

  return async function execute(row: JobRow): Promise<void> {
    await written(row, await work(row, kinds.get(row.kind)));
  };
}

function pauseUnless(stopping: AbortSignal, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stopping.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    stopping.addEventListener("abort", end);
  });
}
