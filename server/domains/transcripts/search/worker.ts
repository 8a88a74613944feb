import { setImmediate as nextTurn } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { searchEngine } from "./engine.ts";
import type { FromThread, Outcome, ToThread } from "./request.ts";

/** The search thread: interleaves any number of searches, and indexes while there are none. */

const engine = searchEngine((workerData as { folder: string }).folder, () => nextTurn());
const running = new Set<Promise<void>>();

async function answer(task: Extract<ToThread, { kind: "scan" | "index" }>): Promise<void> {
  const outcome: Outcome = await engine.perform(task).then(
    (value) => ({ ok: true, value }),
    (error: unknown) => ({ ok: false, error: error instanceof Error ? error : new Error(String(error)) }),
  );
  parentPort?.postMessage({ id: task.id, ...outcome } satisfies FromThread);
}

async function stop(): Promise<void> {
  engine.stop();
  await Promise.all(running);
  engine.close();
  parentPort?.close();
}

parentPort?.on("message", (message: ToThread) => {
  if (message.kind === "stop") return void stop();
  if (message.kind === "cancel") return engine.cancel(message.id);
  const work = answer(message);
  running.add(work);
  void work.then(() => running.delete(work));
});
