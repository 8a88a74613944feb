import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const memory = "/dev/shm";
const prefix = "signalbox-tests-";
const neededBytes = 4 * 2 ** 30;

/**
 * Gives this run, and what it starts, a temporary folder in memory where the machine has one with room in which
 * programs may run: a service begins there in a third of the time. What outlives a run, a browser, stays on the disk.
 */
export async function useTemporaryFolder(): Promise<void> {
  process.env["SIGNALBOX_KEPT_FOLDER"] ??= tmpdir();
  if (process.env["SIGNALBOX_TESTS_ON_DISK"] || !hasRoom()) return;
  removeLeftOver();
  const folder = join(memory, `${prefix}${process.pid}`);
  mkdirSync(folder, { mode: 0o700 });
  process.once("exit", () => remove(folder));
  if (await runsPrograms(folder)) process.env["TMPDIR"] = folder;
}

function hasRoom(): boolean {
  if (process.platform !== "linux" || !existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= neededBytes;
}

/** A run that was killed could not clean up. */
function removeLeftOver(): void {
  for (const name of readdirSync(memory)) {
    const owner = name.startsWith(prefix) ? name.slice(prefix.length) : null;
    if (owner !== null && !existsSync(`/proc/${owner}`)) remove(join(memory, name));
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Where something still writes, which is no failure of the run: a later one removes what is left.
  }
}

/** Some machines mount it so that nothing in it can be started. */
async function runsPrograms(folder: string): Promise<boolean> {
  const script = join(folder, "probe");
  writeFileSync(script, "#!/bin/sh\n", { mode: 0o700 });
  try {
    await promisify(execFile)(script);
    return true;
  } catch {
    return false;
  }
}
