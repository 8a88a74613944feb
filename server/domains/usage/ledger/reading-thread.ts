import { MessageChannel, type MessagePort, receiveMessageOnPort } from "node:worker_threads";
import type { WorkerPool } from "../../../workers/pool.ts";
import type { Answer, FileReading, FileToRead } from "./reading-worker.ts";

const worker = new URL("./reading-worker.ts", import.meta.url);

export type ReadingThread = ReturnType<typeof readingThread>;

/**
 * A thread that reads one file after the other. It has the next one before its last answer is taken, so that it need not wait
 * for this thread, which is often busy storing.
 */
export function readingThread(workers: Pick<WorkerPool, "run">) {
  const asked: { file: FileToRead; answer: PromiseWithResolvers<FileReading> }[] = [];
  let port: MessagePort | null = null;

  function open(): MessagePort {
    const { port1, port2 } = new MessageChannel();
    const task = { file: worker, name: "readFiles", input: port2, transfer: [port2], background: true };
    const failure = workers.run<void>(task).then(
      () => new Error("The thread has ended"),
      (error: unknown) => error,
    );
    port1.on("message", take);
    // After all that the thread had answered: the file that it was reading is to blame.
    port1.on("close", () => void failure.then(goOn));
    // A thread that could not begin leaves its port open.
    void failure.then(() => {
      for (let next = receiveMessageOnPort(port1); next; next = receiveMessageOnPort(port1))
        take(next.message as Answer);
      port1.close();
    });
    return port1;
  }

  function take(answer: Answer): void {
    const first = asked.shift()?.answer;
    if (answer.ok) first?.resolve(answer.value);
    else first?.reject(answer.error);
  }

  function goOn(error: unknown): void {
    asked.shift()?.answer.reject(error);
    port = asked.length > 0 ? open() : null;
    for (const { file } of asked) port?.postMessage(file);
  }

  return {
    read(file: FileToRead): Promise<FileReading> {
      const answer = Promise.withResolvers<FileReading>();
      asked.push({ file, answer });
      port ??= open();
      port.postMessage(file);
      return answer.promise;
    },

    /** Once nothing is asked. */
    close: (): void => port?.close(),
  };
}
