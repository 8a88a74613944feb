import { readFile } from "node:fs/promises";
import type { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { unlessPassing } from "../passing-fault.ts";

/** The command starts meanwhile, so looking more often would only hold it up on a busy machine. */
const pollMs = 4;

/** What bubblewrap says of its sandbox on the status pipe. */
export interface CommandStatus {
  /** Settles with the pid of the first process inside, which sets the sandbox up; with null if there never was one. */
  first: Promise<number | null>;
  /** Settles with the pid of the command itself once it runs; with null if it never did. */
  leader: Promise<number | null>;
  /** Whether the command itself has ended, as opposed to bubblewrap not having started it. */
  commandEnded(): boolean;
}

/**
 * bubblewrap is two processes before the command: the one we spawned, and the first of the new namespace. Signals reach
 * only the process they are sent to, so they must go to the command. Without a namespace of processes, the command is the
 * first one's `child`.
 */
export function watchStatus(pipe: Readable, command: "grandchild" | "child" = "grandchild"): CommandStatus {
  let text = "";
  const first = Promise.withResolvers<number | null>();
  const closed = { now: false };
  pipe.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
    const init = /"child-pid": (\d+)/.exec(text)?.[1];
    if (init !== undefined) first.resolve(Number(init));
  });
  pipe.on("error", () => {});
  pipe.once("close", () => {
    closed.now = true;
    first.resolve(null);
  });
  return {
    first: first.promise,
    leader: first.promise.then((init) =>
      init === null || command === "child" ? init : commandUnder(init, () => closed.now),
    ),
    commandEnded: () => /"exit-code": \d+/.test(text),
  };
}

/** Waits until the only child of `init` is no longer bubblewrap; it becomes the command within milliseconds. */
async function commandUnder(init: number, isOver: () => boolean): Promise<number | null> {
  let pid = 0;
  while (!isOver()) {
    await pause(pollMs);
    if (pid === 0) pid = Number((await read(`/proc/${init}/task/${init}/children`)).split(" ", 1)[0]);
    const name = pid === 0 ? "" : await read(`/proc/${pid}/comm`);
    if (name !== "" && name !== bubblewrapName) return pid;
  }
  return null;
}

/** The name of both of its processes in the process table. */
const bubblewrapName = "bwrap";

const read = async (path: string): Promise<string> =>
  (await readFile(path, "utf8").catch(unlessPassing(""))).trim();
