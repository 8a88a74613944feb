/** A command with all the processes that it starts. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";

const startLimitMs = 60_000;

export interface StartedCommand extends AsyncDisposable {
  /** From the spawn to the first answer. */
  readyMs: number;
  /** Resident memory of all its processes in MB (10^6 bytes). */
  residentMb(): Promise<number>;
}

interface Command {
  file: string;
  args: readonly string[];
  cwd: string;
  environment: Readonly<Record<string, string>>;
}

/** Starts a command and waits until `answers` is true. Disposal ends its whole process group. */
export async function startCommand(
  { file, args, cwd, environment }: Command,
  answers: () => Promise<boolean>,
): Promise<StartedCommand> {
  const started = performance.now();
  const child = spawn(file, args, { cwd, env: environment, stdio: "ignore", detached: true });
  child.on("error", () => undefined);
  while (!(await answers())) {
    if (child.pid === undefined || child.exitCode !== null || performance.now() - started > startLimitMs) {
      await end(child);
      throw new Error(`${file} ${args.join(" ")} did not answer; exit code ${child.exitCode}`);
    }
    await pause(2);
  }
  const readyMs = performance.now() - started;
  return {
    readyMs,
    residentMb: () => residentMb(child.pid ?? 0),
    [Symbol.asyncDispose]: () => end(child),
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  signal(child.pid, "SIGTERM");
  const timer = setTimeout(signal, 10_000, child.pid, "SIGKILL");
  await exit;
  clearTimeout(timer);
  signal(child.pid, "SIGKILL");
}

function signal(group: number, name: NodeJS.Signals): void {
  try {
    process.kill(-group, name);
  } catch {
    // Nothing of the group is left.
  }
}

async function residentMb(root: number): Promise<number> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const statuses = (await Promise.all(pids.map(statusOf))).filter((status) => status !== null);
  const tree = new Set([root]);
  // Each round finds the children of those that the last one found.
  for (let size = 0; size !== tree.size; ) {
    size = tree.size;
    for (const { pid, parent } of statuses) if (tree.has(parent)) tree.add(pid);
  }
  return statuses.filter(({ pid }) => tree.has(pid)).reduce((sum, { residentMb: own }) => sum + own, 0);
}

interface Status {
  pid: number;
  parent: number;
  residentMb: number;
}

/** null if the process has ended. */
async function statusOf(pid: string): Promise<Status | null> {
  const text = await readFile(`/proc/${pid}/status`, "utf8").catch(() => null);
  if (text === null) return null;
  return {
    pid: Number(pid),
    parent: Number(/^PPid:\s+(\d+)$/m.exec(text)?.[1]),
    residentMb: (Number(/^VmRSS:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0) * 1_024) / 1e6,
  };
}
