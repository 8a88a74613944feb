import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { startedProcess } from "../started-process.ts";
import { type CgroupFacts, cgroupPlaces } from "./cgroup-places.ts";
import { groupAt } from "./cgroups.ts";
import type { HeldLimits, ProcessGroup } from "./model.ts";

const run = promisify(execFile);
const callMs = 5_000;
const moves = { tries: 100, everyMs: 10 };

type Environment = Readonly<Record<string, string | undefined>>;

const manager = "org.freedesktop.systemd1";

/** A scope with these processes, which systemd removes once they have ended. */
async function startScope(
  environment: Environment,
  { unit, pids, limits }: { unit: string; pids: readonly number[]; limits: HeldLimits },
): Promise<void> {
  const properties = [
    ["PIDs", "au", String(pids.length), ...pids.map(String)],
    ["TasksMax", "t", String(limits.processes)],
    ["MemoryMax", "t", String(limits.memoryBytes)],
    ["CollectMode", "s", "inactive-or-failed"],
  ];
  const call = ["call", manager, "/org/freedesktop/systemd1", `${manager}.Manager`, "StartTransientUnit"];
  const values = [unit, "fail", String(properties.length), ...properties.flat(), "0"];
  // Root's own manager is the system's.
  const isRoot = process.getuid?.() === 0;
  const args = [...(isRoot ? [] : ["--user"]), ...call, "ssa(sv)a(sa(sv))", ...values];
  await run("busctl", args, { timeout: callMs, env: { ...environment } });
}

/** Where the kernel has a process of the scope, once systemd has moved it; throws if it does not. */
async function scopeOf(pid: number, unit: string): Promise<string> {
  const mounts = await readFile("/proc/self/mountinfo", "utf8");
  for (let left = moves.tries; left > 0; left--) {
    const facts: CgroupFacts = { own: await readFile(`/proc/${pid}/cgroup`, "utf8"), mounts };
    const [place] = cgroupPlaces(facts);
    if (place?.version === 2 && place.memory.endsWith(`/${unit}`)) return place.memory;
    await pause(moves.everyMs);
  }
  throw new Error(`systemd did not move the process into ${unit}.`);
}

/** The processes of a turn in a scope of systemd's, which is made for the first of them. */
export function scopeGroup(
  environment: Environment,
  { unit, limits }: { unit: string; limits: HeldLimits },
): ProcessGroup {
  let group: ProcessGroup | null = null;
  return {
    async add(pids) {
      const [first] = pids;
      if (first === undefined) return;
      if (group !== null) return group.add(pids);
      await startScope(environment, { unit, pids, limits });
      const folder = await scopeOf(first, unit);
      // Without the controllers, systemd takes the limits and holds nothing to them.
      await readFile(join(folder, "memory.max"));
      await readFile(join(folder, "pids.max"));
      group = groupAt({ version: 2, memory: folder, processes: folder });
    },
    met: async () => (await group?.met()) ?? null,
    writtenBytes: async (folder) => (await group?.writtenBytes(folder)) ?? 0,
    kill: async () => group?.kill(),
    release: async () => {},
  };
}

/** Tries it with a process that only waits. */
export async function scopesWork(environment: Environment, limits: HeldLimits): Promise<boolean> {
  const child = await startedProcess(spawn("sleep", ["10"], { stdio: "ignore" })).catch(() => null);
  if (child?.pid === undefined) return false;
  try {
    const unit = `signalbox-trial-${randomBytes(4).toString("hex")}.scope`;
    await scopeGroup(environment, { unit, limits }).add([child.pid]);
    return true;
  } catch {
    return false;
  } finally {
    child.kill("SIGKILL");
  }
}
