import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { endAgentProcesses, findAgentProcesses, markerVariable } from "../lib/processes/index.ts";
import { type LineProcess, type LineProcessOptions, startLineProcess } from "./line-process.ts";

let folder: string;
let marker: string;
const running: LineProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "lines-"));
  marker = `${folder}:1:1`;
});

afterEach(async () => {
  for (const one of running.splice(0)) one.signal("SIGKILL");
  await endAgentProcesses({ markerPrefix: marker, graceMs: 0 });
  await rm(folder, { recursive: true });
});

/** Runs `source` under Node; `first` settles with its first message. */
async function startNode(source: string, change: Partial<LineProcessOptions> = {}) {
  const messages: Record<string, unknown>[] = [];
  const noise: string[] = [];
  const first = Promise.withResolvers<Record<string, unknown>>();
  const child = await startLineProcess({
    command: process.execPath,
    args: ["-e", source],
    cwd: folder,
    env: { PATH: process.env["PATH"] ?? "", [markerVariable]: marker },
    onMessage: (message) => {
      messages.push(message);
      first.resolve(message);
    },
    onNoise: (line) => noise.push(line),
    ...change,
  });
  running.push(child);
  return { child, messages, noise, first: first.promise };
}

const echo = `process.stdin.pipe(process.stdout);`;

describe("startLineProcess", () => {
  it("sends lines and delivers the answers in order, until its input ends", async () => {
    const { child, messages } = await startNode(echo);
    child.send({ n: 1, text: "ä\u2028b\nc" });
    child.send({ n: 2 });
    child.endInput();
    expect(await child.exit).toEqual({ code: 0, signal: null, stderr: "" });
    expect(messages).toEqual([{ n: 1, text: "ä\u2028b\nc" }, { n: 2 }]);
  });

  it("keeps the input open until it is ended", async () => {
    const { child, first } = await startNode(echo);
    child.send({ alive: true });
    expect(await first).toEqual({ alive: true });
    child.signal("SIGTERM");
    expect(await child.exit).toMatchObject({ code: null, signal: "SIGTERM" });
  });

  it("delivers a line of many megabytes with its long texts cut", async () => {
    const size = 24 * 1024 * 1024;
    const { child, messages } = await startNode(
      `process.stdout.write(JSON.stringify({ big: "é".repeat(${size / 2}) }) + "\\n")`,
    );
    await child.exit;
    expect(messages[0]?.["big"]).toMatch(/^é{32768}$/);
  });

  it("reports lines that are not JSON objects as noise, even an unfinished last line", async () => {
    const lines = ["warning: x", "[1]", "null", "3", '{"ok":true}', '{"cut'];
    const { child, messages, noise } = await startNode(
      `process.stdout.write(${JSON.stringify(lines.join("\n"))})`,
    );
    await child.exit;
    expect(messages).toEqual([{ ok: true }]);
    expect(noise).toEqual(["warning: x", "[1]", "null", "3", '{"cut']);
  });

  it("keeps the end of stderr", async () => {
    const { child } = await startNode(`for (let i = 1; i <= 50; i++) console.error("line " + i)`);
    const lines = (await child.exit).stderr.split("\n");
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([20, "line 31", "line 50"]);
  });

  it("keeps at most 4,000 characters of stderr", async () => {
    const { child } = await startNode(`process.stderr.write("x".repeat(9_000) + "end")`);
    const { stderr } = await child.exit;
    expect([stderr.length, stderr.endsWith("xend")]).toEqual([4_000, true]);
  });

  it("reports its exit while a process it left behind holds stdout open", async () => {
    const { child, messages } = await startNode(
      `const { spawn } = require("child_process");
       spawn(process.execPath, ["-e", "setInterval(() => {}, 60_000)"], { detached: true, stdio: "inherit" }).unref();
       console.log('{"done":true}'); process.exitCode = 3;`,
    );
    expect(await child.exit).toMatchObject({ code: 3, signal: null });
    expect(messages).toEqual([{ done: true }]);
    expect(await findAgentProcesses({ markerPrefix: marker })).toHaveLength(1);
  });

  it("does nothing to a process that has exited", async () => {
    const { child } = await startNode("");
    await child.exit;
    child.send({ late: true });
    child.endInput();
    child.signal("SIGINT");
  });

  it("survives a process that closes its input while we write", async () => {
    const { child, first } = await startNode(
      `process.stdin.destroy(); require("fs").closeSync(0); console.log("{}"); setTimeout(() => {}, 60_000)`,
    );
    await first;
    for (let i = 0; i < 50; i++) child.send({ filler: "x".repeat(100_000) });
    child.signal("SIGKILL");
    expect(await child.exit).toMatchObject({ signal: "SIGKILL" });
  });

  it("leads its own process group", async (context) => {
    if (process.platform === "win32") return context.skip("Windows has other rules for this");
    const { child } = await startNode(echo);
    expect(process.kill(-child.pid, 0)).toBe(true);
  });

  describe("on POSIX systems", () => {
    beforeEach((context) => {
      if (process.platform === "win32") context.skip("Windows has other rules for this");
    });

    it.each([
      [
        "a command that is not there",
        { command: "/nowhere/claude" },
        /^\/nowhere\/claude cannot be .*the program, or the interpreter it names, does not exist/,
      ],
      ["a folder that is not there", { cwd: "/nowhere" }, /its working directory \/nowhere does not exist/],
      ["arguments beyond what the kernel takes", { args: ["x".repeat(8_000_000)] }, /are too long/],
      ["an argument no system takes", { args: ["a\0b"] }, /cannot be started: .*null bytes/],
    ])("says why it cannot start: %s", async (_title, change, sentence) => {
      await expect(startNode("", change)).rejects.toThrow(sentence);
    });
  });

  it("says that a file is not executable", async (context) => {
    if (process.platform === "win32") return context.skip("Windows has other rules for this");
    const command = join(folder, "plain");
    await writeFile(command, "echo", { mode: 0o644 });
    await expect(startNode("", { command })).rejects.toThrow(/no permission/);
  });
});
