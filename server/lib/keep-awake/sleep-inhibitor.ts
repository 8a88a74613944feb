import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { text } from "./text.ts";

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
  let held: ChildProcessByStdio<Writable, null, Readable> | null = null;

  function release(): void {
    held?.stdin.destroy();
    held = null;
  }

  return {
    hold(onLost) {
      release();
      const command = inhibitorCommand(platform);
      if (command === null) return onLost(text.notOffered);
      const [program, ...args] = command;
      const child = spawn(program, args, { env: { ...environment }, stdio: ["pipe", "ignore", "pipe"] });
      held = child;
      let said = "";
      const lose = (reason: string): void => {
        if (held !== child) return;
        held = null;
        onLost(reason);
      };
      child.stderr.setEncoding("utf8").on("data", (part: string) => {
        said = (said + part).slice(0, 500);
      });
      child.stdin.on("error", () => {});
      child.on("error", (error: NodeJS.ErrnoException) =>
        lose(error.code === "ENOENT" ? text.missing(program) : text.failed(program, error.message)),
      );
      child.on("close", (code) => lose(text.failed(program, said.trim() || `exit code ${code}`)));
      child.unref();
    },
    release,
  };
}
