import { chmod, mkdir, mkdtemp, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { identify } from "../lib/processes/index.ts";
import { locateCommand } from "./locate.ts";

let folder: string;
const systemPath = process.env["PATH"] ?? "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "locate-"));
});

afterEach(async () => {
  vi.useRealTimers();
  await rm(folder, { recursive: true });
});

/** A command that leaves a mark in `calls` each time it runs. */
async function writeCommand(path: string, body: string): Promise<string> {
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(path, `#!/bin/sh\necho x >> ${folder}/calls\n${body}\n`, { mode: 0o755 });
  return path;
}

const calls = async () => (await readFile(join(folder, "calls"), "utf8")).length / 2;

const locate = (change: { configured?: string; path?: string } = {}) =>
  locateCommand({
    name: "agent",
    configured: change.configured,
    environment: { PATH: change.path ?? [folder, systemPath].join(delimiter), UNSET: undefined },
    install: "npm install -g agent",
  });

describe("locateCommand", () => {
  beforeEach((context) => {
    if (process.platform === "win32") context.skip("Windows has other rules for this");
  });

  it.each([
    ["bare", "echo 0.87.1", "0.87.1"],
    ["after a name", "echo agent-cli 0.169.0", "0.169.0"],
    ["before a remark", "echo '2.1.329 (Agent 1.0.0)'", "2.1.329"],
    ["on stderr", "echo 3.2.1 >&2", "3.2.1"],
  ])("reads a version that is %s", async (_title, body, version) => {
    const command = await writeCommand(join(folder, "agent"), body);
    expect(await locate()).toEqual({ kind: "found", command, args: [], version });
  });

  it("finds the first executable on PATH, skipping folders, plain files and relative entries", async () => {
    await mkdir(join(folder, "a", "agent"), { recursive: true });
    await chmod(await writeCommand(join(folder, "b", "agent"), ""), 0o644);
    const command = await writeCommand(join(folder, "c", "agent"), "echo 1.2.3");
    await writeCommand(join(folder, "d", "agent"), "echo 9.9.9");
    const path = ["", ".", ...["a", "b", "c", "d"].map((name) => join(folder, name)), systemPath].join(
      delimiter,
    );
    expect(await locate({ path })).toMatchObject({ kind: "found", command, version: "1.2.3" });
  });

  it("prefers the configured path", async () => {
    await writeCommand(join(folder, "agent"), "echo 1.0.0");
    const configured = await writeCommand(join(folder, "own", "my-agent"), "echo 2.0.0");
    expect(await locate({ configured })).toMatchObject({ command: configured, version: "2.0.0" });
  });

  it("reports a configured path that does not exist and does not fall back to PATH", async () => {
    await writeCommand(join(folder, "agent"), "echo 1.0.0");
    const configured = join(folder, "gone");
    expect(await locate({ configured })).toEqual({
      kind: "missing",
      message: expect.stringContaining(configured),
    });
  });

  it("says what to install if PATH has no such command", async () => {
    const message = "agent was not found on PATH. Install it with: npm install -g agent";
    expect(await locate({ path: folder })).toEqual({ kind: "missing", message });
  });

  it("reports the output of a command that fails", async () => {
    await writeCommand(join(folder, "agent"), "echo 'needs Node 22' >&2; exit 1");
    expect(await locate()).toEqual({ kind: "missing", message: expect.stringContaining("needs Node 22") });
  });

  it("asks a command once until its file changes", async () => {
    const command = await writeCommand(join(folder, "agent"), "echo 1.0.0");
    await Promise.all([locate(), locate()]);
    await locate();
    expect(await calls()).toBe(1);

    await writeCommand(command, "echo 1.0.1");
    await utimes(command, 1, 1);
    expect(await locate()).toMatchObject({ version: "1.0.1" });
  });

  it("asks again after a failure", async () => {
    await writeCommand(join(folder, "agent"), "exit 1");
    await locate();
    await locate();
    expect(await calls()).toBe(2);
  });

  it("gives up after 10 seconds and ends what the command started", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    await writeCommand(join(folder, "agent"), `sleep 300 & echo $! > ${folder}/pid; wait`);
    const answer = locate();
    // Each look moves the clock along with it, which has to stay within the 10 seconds.
    const pid = await vi.waitUntil(
      async () => Number(await readFile(join(folder, "pid"), "utf8").catch(() => "")),
      { timeout: 9_000 },
    );
    vi.advanceTimersByTime(10_000);
    expect(await answer).toEqual({
      kind: "missing",
      message: expect.stringContaining("no answer to --version in 10 s"),
    });
    vi.useRealTimers();
    await expect.poll(() => identify(pid)).toBeNull();
  });
});
