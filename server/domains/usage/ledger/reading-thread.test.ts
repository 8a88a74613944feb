import type { MessagePort } from "node:worker_threads";
import { expect, it, onTestFinished } from "vitest";
import { packCalls } from "./packed-calls.ts";
import { readingThread } from "./reading-thread.ts";
import { answerFiles, type FileReading, type FileToRead, newFile } from "./reading-worker.ts";

const file = (path: string): FileToRead => ({
  path,
  runtime: "pi",
  offset: 0,
  context: newFile,
  mostCalls: 1,
  mostBytes: 1,
});

/** A thread that notes which files it read; it dies of those that are named `deadly`. */
function openThread() {
  const begun: string[] = [];
  const thread = readingThread({
    run: <Result>({ input }: { input: unknown }): Promise<Result> => {
      const port = input as MessagePort;
      let isDead = false;
      begun.push("thread");
      return new Promise((resolve, reject) => {
        const read = ({ path, context }: FileToRead): FileReading => {
          if (!isDead) begun.push(path);
          if (path === "unreadable") throw new Error("The disk answers no more");
          if (path !== "deadly") return { calls: packCalls([]), context, offset: path.length, ended: true };
          isDead = true;
          port.close();
          reject(new Error("Out of memory"));
          throw new Error("It is dead");
        };
        answerFiles(port, read).then(() => resolve(undefined as Result), reject);
      });
    },
  });
  onTestFinished(thread.close);
  const read = (path: string) =>
    thread.read(file(path)).then(
      ({ offset }) => offset,
      (error: unknown) => (error as Error).message,
    );
  return { begun, read };
}

it("reads files in their order, and one that cannot be read fails alone", async () => {
  const { begun, read } = openThread();
  expect(begun).toEqual([]);
  expect(await Promise.all(["a", "unreadable", "bcd"].map(read))).toEqual([1, "The disk answers no more", 3]);
  expect(await read("ef")).toBe(2);
  expect(begun).toEqual(["thread", "a", "unreadable", "bcd", "ef"]);
});

it("blames the file that a thread died of, and reads the others on another one", async () => {
  const { begun, read } = openThread();
  expect(await Promise.all(["a", "deadly", "bcd", "ef"].map(read))).toEqual([1, "Out of memory", 3, 2]);
  expect(begun).toEqual(["thread", "a", "deadly", "thread", "bcd", "ef"]);
});

it("blames each file if no thread can begin", async () => {
  const thread = readingThread({ run: () => Promise.reject(new Error("The worker cannot be loaded")) });
  onTestFinished(thread.close);
  const found = await Promise.allSettled(["a", "b"].map((path) => thread.read(file(path))));
  expect(found.map((one) => one.status === "rejected" && String(one.reason))).toEqual([
    "Error: The worker cannot be loaded",
    "Error: The worker cannot be loaded",
  ]);
});
