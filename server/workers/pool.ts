import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import type { Piscina } from "piscina";
import { withCompileCache } from "./compile-cache.ts";

export interface WorkerTask {
  /** The worker's file: `new URL("x-worker.ts", import.meta.url)`, which the packaged app finds as well. */
  file: URL;
  /** The function of it that is called. */
  name: string;
  /** Must survive a structured clone, as must the answer. */
  input: unknown;
  /** Buffers that are handed over instead of copied. */
  transfer?: readonly ArrayBuffer[];
  /** Ends the work, and the thread with it. */
  signal?: AbortSignal;
}

export type WorkerPool = ReturnType<typeof workerPool>;

/** At least so many at once that an archive and a large read never keep a body waiting. */
const mostThreads = Math.max(3, availableParallelism());
const idleMs = 10_000;

/**
 * Threads for what would hold the event loop. Nothing is loaded before the first task, and no thread is left
 * some seconds after the last.
 */
export function workerPool(deps: { log(error: unknown): void }) {
  let opened: Promise<Piscina> | undefined;
  let closed = false;

  async function open(): Promise<Piscina> {
    const { Piscina } = await import("piscina");
    const pool = new Piscina({
      minThreads: 0,
      maxThreads: mostThreads,
      idleTimeout: idleMs,
      execArgv: [],
      // Nothing of the service's own environment, where its keys are.
      env: withCompileCache({}),
      recordTiming: false,
    });
    // From a thread with nothing to do; without a listener it would end the process.
    return pool.on("error", deps.log);
  }

  return {
    /** Rejects with what the function threw, or when the pool closes first. */
    async run<Result>(task: WorkerTask): Promise<Result> {
      if (closed) throw new Error("The service is closing");
      opened ??= open();
      const pool = await opened;
      const { file, name, input, transfer = [], signal } = task;
      return (await pool.run(input, {
        filename: fileURLToPath(file),
        name,
        transferList: [...transfer],
        ...(signal && { signal }),
      })) as Result;
    },

    /** Ends every thread, whatever it does. */
    async close(): Promise<void> {
      closed = true;
      await (await opened)?.destroy();
    },
  };
}
