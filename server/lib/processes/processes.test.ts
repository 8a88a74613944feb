import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { endAgentProcesses, findAgentProcesses, identify, isAlive, markerVariable } from "./index.ts";
import type { ProcessIdentity } from "./process-table.ts";

const home = `test-${randomUUID()}`;
const children: ChildProcess[] = [];
const unmarked: ProcessIdentity[] = [];

afterEach(async () => {
  const left = await endAgentProcesses({ markerPrefix: home, roots: unmarked.splice(0), graceMs: 0 });
  for (const child of children.splice(0)) child.kill("SIGKILL");
  expect(left).toEqual([]);
});

/** Runs `source` under Node and waits for the line it prints when it is ready. */
async function startNode(source: string, marker: string | null) {
  const env = { ...process.env, ...(marker && { [markerVariable]: `${home}:${marker}` }) };
  const child = spawn(process.execPath, ["-e", `const { spawn } = require("child_process"); ${source}`], {
    env,
  });
  children.push(child);
  const exited = once(child, "exit");
  const [line]: string[] = await once(createInterface({ input: child.stdout }), "line");
  return { pid: child.pid ?? 0, line: line ?? "", exited, child };
}

async function identityOf(pid: number): Promise<ProcessIdentity> {
  const identity = await identify(pid);
  if (!identity) throw new Error(`no process ${pid}`);
  return identity;
}

const wait = `setInterval(() => {}, 60_000);`;
const ready = `console.log("ready"); ${wait}`;
/** Prints the pid of a child in a session of its own; `env` is an expression. */
const startDetached = (env: string) =>
  `const c = spawn(process.execPath, ["-e", "${wait}"], { detached: true, stdio: "ignore", env: ${env} });
   c.unref(); console.log(c.pid);`;

describe("agent processes", () => {
  beforeEach((context) => {
    if (process.platform === "win32") context.skip("Windows has other rules for this");
  });

  it("finds and ends a tool in its own process session whose parent has ended", async () => {
    const agent = await startNode(startDetached("process.env"), "1:1");
    await agent.exited;
    const orphan = await identityOf(Number(agent.line));

    expect(await findAgentProcesses({ markerPrefix: `${home}:1` })).toEqual([orphan]);
    expect(await endAgentProcesses({ markerPrefix: `${home}:1` })).toEqual([]);
    expect(await isAlive(orphan)).toBe(false);
  });

  it("finds processes without the marker by their parents, from a marked process and from a given root", async () => {
    const marked = await startNode(startDetached("{}") + wait, "1:1");
    const plain = await startNode(startDetached("{}") + wait, null);
    const root = await identityOf(plain.pid);
    unmarked.push(root);

    const found = await findAgentProcesses({ markerPrefix: `${home}:1:1`, roots: [root] });
    const pids = [marked.pid, Number(marked.line), plain.pid, Number(plain.line)];
    expect(new Set(found.map(({ pid }) => pid))).toEqual(new Set(pids));

    expect(await endAgentProcesses({ markerPrefix: `${home}:1:1`, roots: [root] })).toEqual([]);
    expect(await Promise.all(found.map(isAlive))).toEqual([false, false, false, false]);
  });

  it("kills a process that ignores SIGTERM", async () => {
    const deaf = await startNode(`process.on("SIGTERM", () => {}); ${ready}`, "1:1");
    expect(await endAgentProcesses({ markerPrefix: home, graceMs: 100 })).toEqual([]);
    expect(await deaf.exited).toEqual([null, "SIGKILL"]);
  });

  it("ends a process that an ending process starts", async () => {
    const source = `process.on("SIGTERM", () => { ${startDetached("process.env")} process.exit(0); }); ${ready}`;
    const agent = await startNode(source, "1:1");
    const heir = once(createInterface({ input: agent.child.stdout ?? process.stdin }), "line");
    expect(await endAgentProcesses({ markerPrefix: home })).toEqual([]);
    const [line]: string[] = await heir;
    expect(await identify(Number(line))).toBeNull();
  });

  it("does not end processes of another session whose id starts with the same digits", async () => {
    const other = await startNode(ready, "12:1");
    expect(await endAgentProcesses({ markerPrefix: `${home}:1` })).toEqual([]);
    expect(await identify(other.pid)).not.toBeNull();
  });

  it("does not signal another process that reuses a recorded pid", async () => {
    const stranger = await startNode(ready, null);
    const now = await identityOf(stranger.pid);
    unmarked.push(now);
    const recorded = { ...now, startedAt: `1${now.startedAt}` };

    expect(await isAlive(recorded)).toBe(false);
    expect(await endAgentProcesses({ markerPrefix: `${home}:1`, roots: [recorded] })).toEqual([]);
    expect(await isAlive(now)).toBe(true);
  });

  it("never selects this process, its parent or its own children", async () => {
    await startNode(ready, null);
    const roots = await Promise.all([identityOf(process.pid), identityOf(process.ppid)]);
    expect(await findAgentProcesses({ markerPrefix: `${home}:1`, roots })).toEqual([]);
  });

  it("selects no process if the prefix is empty", async () => {
    await startNode(ready, "1:1");
    expect(await findAgentProcesses({ markerPrefix: "" })).toEqual([]);
  });

  it("treats a zombie as ended", async (context) => {
    if (process.platform !== "linux") return context.skip("Only Linux shows a process nobody has reaped");
    // Its parent has become a program that reaps nobody before it ends. A shell gives what runs behind it no input but
    // by another number.
    const child = spawn("sh", ["-c", "exec 3<&0; cat <&3 & echo $!; exec sleep 300"]);
    children.push(child);
    const [line]: string[] = await once(createInterface({ input: child.stdout }), "line");
    await expect.poll(() => readFile(`/proc/${child.pid}/comm`, "utf8")).toBe("sleep\n");
    child.stdin.end();
    await expect.poll(() => identify(Number(line))).toBeNull();
    expect(await readFile(`/proc/${line}/stat`, "utf8")).toMatch(/\) Z /);
  });

  it("lists processes again and again into the same buffers", async (context) => {
    if (process.platform !== "linux") return context.skip("Only Linux has these files");
    await Promise.all(["1", "2", "3", "4"].map((turn) => startNode(ready, `1:${turn}`)));
    const list = () => findAgentProcesses({ markerPrefix: home });
    expect(await list()).toHaveLength(4);
    const made = vi.spyOn(Buffer, "allocUnsafe");
    expect(await list()).toHaveLength(4);
    const large = made.mock.calls.filter(([bytes]) => bytes > 4_096);
    made.mockRestore();
    expect(large).toEqual([]);
  });

  it("returns nothing for a pid that does not exist", async () => {
    expect(await identify(2 ** 22 + 1)).toBeNull();
  });
});
