import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { makeTestFolder } from "../../../test/support/test-folder.ts";
import { groupAt, makeRoom, openGroup } from "./cgroups.ts";

const limits = { processes: 7, memoryBytes: 4_096 };

/** Plain files in place of the kernel's; only what is written and read is shown, not that it holds. */
async function unified(own: string) {
  const folder = await makeTestFolder();
  await writeFile(folder.at("cgroup.type"), "domain\n");
  await writeFile(folder.at("cgroup.procs"), own);
  const place = { version: 2, memory: folder.path, processes: folder.path, toLeave: folder.path } as const;
  return { folder, place };
}

const read = (...parts: [{ at(...path: string[]): string }, ...string[]]): Promise<string> => {
  const [folder, ...path] = parts;
  return readFile(folder.at(...path), "utf8");
};

it("moves the service into a leaf of version 2 and shares the controllers out", async () => {
  const { folder, place } = await unified(`${process.pid}\n`);
  await using _ = folder;
  const room = await makeRoom(place, "room");
  await openGroup(room, "turn", limits);
  expect(await read(folder, "signalbox-service", "cgroup.procs")).toBe(String(process.pid));
  expect(await read(folder, "cgroup.subtree_control")).toBe("+memory +pids");
  expect(await read(folder, "room", "cgroup.subtree_control")).toBe("+memory +pids");
  expect(await read(folder, "room", "turn", "memory.max")).toBe("4096");
  expect(await read(folder, "room", "turn", "pids.max")).toBe("7");
});

it("moves nobody else's process", async () => {
  const { folder, place } = await unified(`${process.pid}\n1\n`);
  await using _ = folder;
  await expect(makeRoom(place, "room")).rejects.toThrow("Other programs run in the service's own cgroup.");
  expect(await readdir(folder.path)).toHaveLength(2);
});

it.each([
  ["max 0\n", "oom 1\noom_kill 0\n", null],
  ["max 3\n", "oom_kill 0\n", "processes"],
  ["max 0\n", "max 9\noom_kill 1\n", "memory"],
])("reads from %o and %o that %s was met", async (pids, memory, met) => {
  await using folder = await makeTestFolder();
  await mkdir(folder.at("turn"));
  await writeFile(folder.at("turn", "pids.events"), pids);
  await writeFile(folder.at("turn", "memory.events"), memory);
  const at = folder.at("turn");
  expect(await groupAt({ version: 2, memory: at, processes: at }).met()).toBe(met);
});
