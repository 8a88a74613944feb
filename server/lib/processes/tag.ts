import { execFile } from "node:child_process";
import { limitTag } from "./limit-tag.ts";

const command = "prlimit";
const waitMs = 5_000;

/**
 * Lets the processes that a process starts be found by its marker even if they detach themselves and clear their environment.
 * Call it before the process starts anything. Without `prlimit` (util-linux) it does nothing.
 */
export function tagProcess(pid: number, marker: string): Promise<void> {
  if (process.platform !== "linux") return Promise.resolve();
  const args = ["--pid", String(pid), `--locks=${limitTag(marker)}:`];
  return new Promise((resolve) => {
    execFile(command, args, { timeout: waitMs }, () => resolve());
  });
}
