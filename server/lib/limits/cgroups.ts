import { mkdir, readdir, readFile, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { writtenBy } from "../processes/index.ts";
import { unlessMissing } from "../unless-missing.ts";
import { type CgroupPlace, countIn, serviceLeaf } from "./cgroup-places.ts";
import type { HeldLimits, ProcessGroup } from "./model.ts";

/** How long the kernel may take to let go of processes that were killed. */
const removals = { tries: 40, everyMs: 25 };
const killRounds = 20;

const filesOf = {
  1: { memoryLimit: "memory.limit_in_bytes", memoryEvents: "memory.oom_control" },
  2: { memoryLimit: "memory.max", memoryEvents: "memory.events" },
} as const;

/** The folders of one group, without doubles. */
const foldersOf = ({ memory, processes }: Pick<CgroupPlace, "memory" | "processes">): string[] => [
  ...new Set([memory, processes]),
];

/** The place of a group in it. */
export const below = (place: CgroupPlace, name: string): CgroupPlace => ({
  ...place,
  memory: join(place.memory, name),
  processes: join(place.processes, name),
});

/** Makes the group that holds those of all turns. Throws where this process may not. */
export async function makeRoom(place: CgroupPlace, name: string): Promise<CgroupPlace> {
  if (place.version === 2) await shareOut(place);
  const room = below(place, name);
  for (const folder of foldersOf(room)) await mkdir(folder, { recursive: true });
  if (place.version === 2) await enable(room.memory);
  return room;
}

const enable = (folder: string): Promise<void> =>
  writeFile(join(folder, "cgroup.subtree_control"), "+memory +pids");

/** Only the hierarchy's root may have processes beside groups with limits. Elsewhere, nobody else's process is moved. */
async function shareOut({ memory: base, toLeave }: CgroupPlace): Promise<void> {
  const isRoot = (await readFile(join(base, "cgroup.type"), "utf8").catch(unlessMissing(null))) === null;
  if (toLeave !== null && !isRoot) {
    const inside = await pidsIn(base);
    if (inside.some((pid) => pid !== process.pid))
      throw new Error("Other programs run in the service's own cgroup.");
    if (inside.length > 0) {
      const leaf = join(base, serviceLeaf);
      await mkdir(leaf, { recursive: true });
      await writeFile(join(leaf, "cgroup.procs"), String(process.pid));
    }
  }
  await enable(base);
}

async function pidsIn(folder: string): Promise<number[]> {
  const text = await readFile(join(folder, "cgroup.procs"), "utf8").catch(unlessMissing(""));
  return text
    .split("\n")
    .map(Number)
    .filter((pid) => pid > 0);
}

/** Makes a group with its limits. */
export async function openGroup(
  room: CgroupPlace,
  name: string,
  { processes, memoryBytes }: HeldLimits,
): Promise<ProcessGroup> {
  const group = below(room, name);
  for (const folder of foldersOf(group)) await mkdir(folder, { recursive: true });
  await writeFile(join(group.memory, filesOf[group.version].memoryLimit), String(memoryBytes));
  await writeFile(join(group.processes, "pids.max"), String(processes));
  return groupAt(group);
}

/** A group that is there. */
export function groupAt(group: Omit<CgroupPlace, "toLeave">): ProcessGroup {
  const { version } = group;
  const count = async (folder: string, file: string, word: string): Promise<number> =>
    countIn(await readFile(join(folder, file), "utf8").catch(unlessMissing("")), word);

  return {
    async add(pids) {
      for (const folder of foldersOf(group)) for (const pid of pids) await addTo(folder, pid);
    },
    async met() {
      if ((await count(group.processes, "pids.events", "max")) > 0) return "processes";
      return (await count(group.memory, filesOf[version].memoryEvents, "oom_kill")) > 0 ? "memory" : null;
    },
    writtenBytes: async (folder) => writtenBy(await pidsIn(group.processes), folder),
    kill: () => killIn(group.processes),
    release: () => removeGroup(group),
  };
}

async function addTo(folder: string, pid: number): Promise<void> {
  try {
    await writeFile(join(folder, "cgroup.procs"), String(pid));
  } catch (error) {
    const hasEnded = error instanceof Error && "code" in error && error.code === "ESRCH";
    if (!hasEnded) throw error;
  }
}

/** Without room for another process, those that are killed are not replaced. */
async function killIn(folder: string): Promise<void> {
  // The other controller of version 1 has no such file.
  await writeFile(join(folder, "pids.max"), "0").catch(() => {});
  for (let round = 0; round < killRounds; round++) {
    const pids = (await pidsIn(folder)).filter((pid) => pid !== process.pid);
    if (pids.length === 0) return;
    for (const pid of pids) kill(pid);
    await pause(removals.everyMs);
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

async function removeGroup(group: Pick<CgroupPlace, "memory" | "processes">): Promise<void> {
  for (const folder of foldersOf(group)) await removeFolder(folder);
}

async function removeFolder(folder: string): Promise<void> {
  for (let left = removals.tries; ; left--) {
    try {
      return await rmdir(folder);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (code === "ENOENT") return;
      if (code !== "EBUSY" || left === 0) throw error;
      await pause(removals.everyMs);
    }
  }
}

/** Leaves it where it is while there is another group in it. */
export async function removeIfEmpty(room: Pick<CgroupPlace, "memory" | "processes">): Promise<void> {
  for (const folder of foldersOf(room)) await rmdir(folder).catch(() => {});
}

/** Ends what is left in the groups of a room, and removes them with it. */
export async function removeRoom(room: Pick<CgroupPlace, "memory" | "processes">): Promise<void> {
  for (const folder of foldersOf(room)) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(unlessMissing([]));
    const groups = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
    for (const group of groups) {
      await killIn(group);
      await removeFolder(group);
    }
    await removeFolder(folder);
  }
}
