import { Worker } from "node:worker_threads";
import { withCompileCache } from "../../../workers/compile-cache.ts";
import type { ScanResult } from "../../sessions/sessions/index.ts";
import type { FromThread, Task, ToThread } from "./request.ts";

/** Out of memory ends the thread, not the service. */
const resourceLimits = { maxOldGenerationSizeMb: 512 };

interface Running {
  worker: Worker;
  pending: Map<number, PromiseWithResolvers<ScanResult | null>>;
  ended: Promise<void>;
}

/** The search thread: started by a task, ended after being idle for `idleMs`. */
export function searchThread({ folder, idleMs }: { folder: string; idleMs: number }) {
  let current: Running | undefined;
  let lastId = 0;
  let idle: NodeJS.Timeout | undefined;
  const ending = new Set<Promise<void>>();

  function start(): Running {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), {
      name: "content search",
      workerData: { folder },
      // Nothing else of the environment, which may contain secrets that the thread does not need.
      env: withCompileCache({}),
      resourceLimits,
    });
    const pending: Running["pending"] = new Map();
    const exit = Promise.withResolvers<void>();
    const started: Running = { worker, pending, ended: exit.promise };
    const fail = (error: Error): void => {
      if (current === started) current = undefined;
      for (const waiting of pending.values()) waiting.reject(error);
      pending.clear();
    };
    worker.on("message", (answer: FromThread) => {
      const waiting = pending.get(answer.id);
      pending.delete(answer.id);
      if (answer.ok) waiting?.resolve(answer.value);
      else waiting?.reject(answer.error);
      if (pending.size === 0 && current === started) idle = setTimeout(retire, idleMs).unref();
    });
    worker.once("error", (error: unknown) => fail(new Error("The search thread failed", { cause: error })));
    worker.once("exit", () => {
      fail(new Error("The search thread has ended"));
      exit.resolve();
    });
    return started;
  }

  /** Lets the thread finish its tasks; the next task starts another thread. */
  function retire(): void {
    clearTimeout(idle);
    const leaving = current;
    current = undefined;
    if (!leaving) return;
    post(leaving, { kind: "stop" });
    ending.add(leaving.ended);
    void leaving.ended.then(() => ending.delete(leaving.ended));
  }

  const post = ({ worker }: Running, message: ToThread): void => worker.postMessage(message);

  return {
    /** When `signal` fires, a scan returns what it has found so far. */
    async ask(task: Task, signal?: AbortSignal): Promise<ScanResult | null> {
      clearTimeout(idle);
      const thread = (current ??= start());
      const id = ++lastId;
      const waiting = Promise.withResolvers<ScanResult | null>();
      thread.pending.set(id, waiting);
      post(thread, { ...task, id });
      const cancel = (): void => post(thread, { kind: "cancel", id });
      signal?.addEventListener("abort", cancel);
      try {
        return await waiting.promise;
      } finally {
        signal?.removeEventListener("abort", cancel);
      }
    },
    /** Resolves once the thread has ended and its files are closed. */
    async stop(): Promise<void> {
      retire();
      await Promise.all(ending);
    },
  };
}
