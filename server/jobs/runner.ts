import type { Clock } from "../lib/clock.ts";
import type { Logger } from "../lib/logger.ts";
import type { Tracing } from "../lib/tracing.ts";
import type { JobActivity } from "./activity.ts";
import { type JobDefinition, JobPayloadError, type JobResult, readPayload } from "./definition.ts";
import type { StepAside } from "./lane-threads.ts";
import type { JobRow, JobStore } from "./store.ts";

export interface RunningJob {
  id: number;
  /** 1 for the first try. */
  attempt: number;
  /** Fires when the service stops. */
  signal: AbortSignal;
  /** Does a part of the job on another lane, without its own thread. */
  aside: StepAside;
}

/** Safe to run twice: after a crash, a job that had started runs again. */
export type JobRun<Payload extends object> = (
  payload: Payload,
  job: RunningJob,
) => void | JobResult | Promise<void | JobResult>;

/** A definition with the function that does its work. */
export interface JobHandler {
  /** How often a recurring job runs; null for any other. */
  readonly everyMs: number | null;
  /** Reads the stored payload and does the work. */
  run(stored: string, job: RunningJob): ReturnType<JobRun<object>>;
}

export const jobHandler = <Payload extends object>(
  definition: JobDefinition<Payload>,
  run: JobRun<Payload>,
): JobHandler => ({
  everyMs: definition.recurring?.everyMs ?? null,
  run: (stored, job) => run(readPayload(definition, stored), job),
});

const retryDelayMs = (attempt: number): number => Math.min(1_000 * 2 ** (attempt - 1), 300_000);
const writeAgainMs = 5_000;

/** Runs one claimed job and stores how it ended. Never rejects. */
export function jobRunner(deps: {
  store: JobStore;
  clock: Clock;
  log: Logger;
  handlers: ReadonlyMap<string, JobHandler>;
  stopping: AbortSignal;
  activity: Pick<JobActivity, "succeeded">;
  tracing: Tracing;
  /** False once the database is closed; nothing is written then. */
  isOpen(): boolean;
}) {
  const { store, clock, log, handlers, activity } = deps;
  const begunAt = clock.now();

  /** The same moments for all that run as often, so that they wake the process up together. */
  const nextRun = (everyMs: number): number =>
    begunAt + Math.floor((clock.now() - begunAt) / everyMs + 1) * everyMs;

  function conclude(row: JobRow, { everyMs }: JobHandler, result: void | JobResult): void {
    if (result) store.retry(row.id, result.againAt, null);
    else if (everyMs === null) store.finish(row.id);
    else store.retry(row.id, nextRun(everyMs), null);
  }

  function retryOrFail(row: JobRow, handler: JobHandler | undefined, error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    const everyMs = handler?.everyMs ?? null;
    const now = clock.now();
    if (everyMs !== null) store.retry(row.id, nextRun(everyMs), message);
    else if (row.attempts >= row.max_attempts || error instanceof JobPayloadError)
      store.fail(row.id, message, now);
    else store.retry(row.id, now + retryDelayMs(row.attempts), message);
  }

  /** Does the work and returns what stores its end. */
  async function work(row: JobRow, handler: JobHandler | undefined, aside: StepAside): Promise<() => void> {
    try {
      if (!handler) throw new Error(`No such job kind: ${row.kind}`);
      const job = { id: row.id, attempt: row.attempts, signal: deps.stopping, aside };
      const facts = { "signalbox.job": row.id, "signalbox.attempt": row.attempts };
      const result = await deps.tracing.during(`job ${row.kind}`, facts, async () =>
        handler.run(row.payload, job),
      );
      activity.succeeded(row);
      return () => conclude(row, handler, result);
    } catch (error) {
      log.error({ err: error, job: row.id, kind: row.kind, attempt: row.attempts }, "job failed");
      return () => retryOrFail(row, handler, error);
    }
  }

  /**
   * On a full disk the end of a job cannot be stored: it is stored once there is room, without doing the work again.
   * A stop meanwhile leaves the claim to the next start.
   */
  async function storeEnd(row: JobRow, write: () => void): Promise<void> {
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

  return async function execute(row: JobRow, aside: StepAside): Promise<void> {
    await storeEnd(row, await work(row, handlers.get(row.kind), aside));
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
