import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { limitTag } from "./limit-tag.ts";

const command = "prlimit";
const waitMs = 5_000;

/**
 * Lets the processes that a process starts be found by its marker even if they detach themselves and clear their environment.
 * Call it before the process starts anything. Without `prlimit` (util-linux) it does nothing.
 */
export const tagProcess = (pid: number, marker: string): Promise<void> =>
  setLimit(pid, `--locks=${limitTag(marker)}:`);

/**
 * Lets a process, and each that it starts, start another only while their user has fewer than so many besides those that run
 * on this machine now. The kernel holds nobody to it who is root. Without `prlimit` it does nothing.
 */
export async function limitProcesses(pid: number, count: number): Promise<void> {
  const load = await readFile("/proc/loadavg", "utf8").catch(() => "");
  const now = Number(/ \d+\/(\d+) /.exec(load)?.[1] ?? 0);
  await setLimit(pid, `--nproc=${now + count}:${now + count}`);
}

function setLimit(pid: number, limit: string): Promise<void> {
  if (process.platform !== "linux") return Promise.resolve();
  return new Promise((resolve) => {
    execFile(command, ["--pid", String(pid), limit], { timeout: waitMs }, () => resolve());
  });
}
