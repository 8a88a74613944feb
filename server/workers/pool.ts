import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import type { MessagePort } from "node:worker_threads";
import type { Piscina } from "piscina";
import { withCompileCache } from "./compile-cache.ts";

export interface WorkerTask {
  /** The worker's file: `new URL("x-worker.ts", import.meta.url)`, which the builds replace by their own. */
  file: URL;
  /** The exported function to call. */
  name: string;
  /** Must be structured-cloneable, like the answer. */
  input: unknown;
  /** Buffers and ports that are transferred instead of copied. */
  transfer?: readonly (ArrayBuffer | MessagePort)[];
  /** Aborts the task by ending its thread. */
  signal?: AbortSignal;
  /**
   * Nobody waits for it, so it only gets the processor time that others leave: requests, agents, other programs. Not for one
   * that locks something that others wait for, such as the database.
   */
  background?: boolean;
}

export type WorkerPool = ReturnType<typeof workerPool>;

/** Enough threads that an archive and a large read do not delay the parsing of a body. */
const mostThreads = Math.max(3, availableParallelism());
const idleMs = 10_000;
/** Past this a task fails with its thread, and the service goes on. */
const heapMb = 1_024;
/** Of ten parts of a busy core, a thread of the background gets one. Elsewhere, this would be the priority of the process. */
const backgroundNiceness = process.platform === "linux" ? 10 : 0;

/**
 * Threads for work that would block the event loop. They start with the first task and end some seconds after the last.
 */
export function workerPool(deps: { log(error: unknown): void }) {
  const opened = new Map<number, Promise<Piscina>>();
  let closed = false;

  /** The threads of this priority, which are never used at another one: it cannot be raised again. */
  function poolOf(niceness: number): Promise<Piscina> {
    const pool = opened.get(niceness) ?? open(niceness);
    opened.set(niceness, pool);
    return pool;
  }

  async function open(niceness: number): Promise<Piscina> {
    const { Piscina } = await import("piscina");
    const pool = new Piscina({
      minThreads: 0,
      maxThreads: mostThreads,
      idleTimeout: idleMs,
      execArgv: [],
      // Without the service's own environment, which has its keys.
      env: withCompileCache({}),
      recordTiming: false,
      niceIncrement: niceness,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    // An error of an idle thread would end the process without a listener.
    return pool.on("error", deps.log);
  }

  return {
    /** Rejects with the function's error, or if the pool closes first. */
    async run<Result>(task: WorkerTask): Promise<Result> {
      if (closed) throw new Error("The service is closing");
      const { file, name, input, transfer = [], signal, background = false } = task;
      const pool = await poolOf(background ? backgroundNiceness : 0);
      return (await pool.run(input, {
        filename: fileURLToPath(file),
        name,
        transferList: [...transfer],
        ...(signal && { signal }),
      })) as Result;
    },

    /** Ends every thread, even busy ones. */
    async close(): Promise<void> {
      closed = true;
      await Promise.all([...opened.values()].map(async (pool) => (await pool).destroy()));
    },
  };
}
