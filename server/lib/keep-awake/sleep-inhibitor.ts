import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { startedProcess } from "../started-process.ts";
import { text } from "./text.ts";

type Inhibiting = ChildProcessByStdio<Writable, null, Readable>;

/** What keeps the machine from going to sleep by itself. Closing the lid and choosing to suspend it still do. */
export interface SleepInhibitor {
  /** `onLost` gets why it does not, or no longer does; not called after `release`. */
  hold(onLost: (reason: string) => void): void;
  release(): void;
}

interface Machine {
  platform: NodeJS.Platform;
  environment: Readonly<Record<string, string | undefined>>;
}

/**
 * The system's own program for it, around one that ends when this process does: nothing is held after a crash. Null for a system
 * that has no such program.
 */
export function inhibitorCommand(platform: NodeJS.Platform): readonly [string, ...string[]] | null {
  // `cat` ends with its input, which is ours.
  if (platform === "linux")
    return ["systemd-inhibit", "--what=idle", "--mode=block", "--who=Signalbox", `--why=${text.why}`, "cat"];
  if (platform === "darwin") return ["caffeinate", "-i", "cat"];
  return null;
}

export function processInhibitor({ platform, environment }: Machine): SleepInhibitor {
  let held: { child: Inhibiting | null } | null = null;

  function release(): void {
    held?.child?.stdin.destroy();
    held = null;
  }

  return {
    hold(onLost) {
      release();
      const command = inhibitorCommand(platform);
      if (command === null) return onLost(text.notOffered);
      const [program, ...args] = command;
      const hold: { child: Inhibiting | null } = { child: null };
      held = hold;
      const lose = (reason: string): void => {
        if (held !== hold) return;
        held = null;
        onLost(reason);
      };
      startedProcess(
        spawn(program, args, { env: { ...environment }, stdio: ["pipe", "ignore", "pipe"] }),
      ).then(
        (child) => {
          hold.child = child;
          watch(child, (said) => lose(text.failed(program, said)));
          if (held !== hold) child.stdin.destroy();
        },
        (error: NodeJS.ErrnoException) =>
          lose(error.code === "ENOENT" ? text.missing(program) : text.failed(program, error.message)),
      );
    },
    release,
  };
}

/** It holds until its input ends. `onEnd` gets what it said of its end. */
function watch(child: Inhibiting, onEnd: (said: string) => void): void {
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (part: string) => {
    said = (said + part).slice(0, 500);
  });
  child.stdin.on("error", () => {});
  child.on("error", () => {}); // Only of a signal that could not be sent.
  child.on("close", (code) => onEnd(said.trim() || `exit code ${code}`));
  child.unref();
}
