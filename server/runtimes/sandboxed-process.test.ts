import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sandboxIn } from "../../test/support/sandbox-room.ts";
import { endAgentProcesses, findAgentProcesses, markerVariable } from "../lib/processes/index.ts";
import type { SandboxRoom } from "../lib/sandbox/index.ts";
import { type LineProcessOptions, startLineProcess } from "./line-process.ts";

let folder: string;
let marker: string;
let sandbox: SandboxRoom;

beforeEach(async (context) => {
  folder = await mkdtemp(join(tmpdir(), "sandboxed-"));
  marker = `${folder}:1:1`;
  await mkdir(join(folder, "clone"));
  const room = await sandboxIn(folder, [join(folder, "clone")]);
  if (room === null) return context.skip("No sandbox starts on this machine");
  sandbox = room;
});

afterEach(async () => {
  await endAgentProcesses({ markerPrefix: marker, graceMs: 0 });
  await rm(folder, { recursive: true });
});

const living = () => findAgentProcesses({ markerPrefix: marker });

/** Runs `source` under Node in the sandbox; `first` settles with its first message. */
async function startNode(source: string, change: Partial<LineProcessOptions> = {}) {
  const messages: Record<string, unknown>[] = [];
  const first = Promise.withResolvers<Record<string, unknown>>();
  const child = await startLineProcess({
    command: process.execPath,
    args: ["-e", source],
    cwd: join(folder, "clone"),
    env: { PATH: process.env["PATH"] ?? "", HOME: folder, [markerVariable]: marker },
    sandbox,
    onMessage: (message) => {
      messages.push(message);
      first.resolve(message);
    },
    ...change,
  });
  return { child, messages, first: first.promise };
}

/** A tool in a session of its own, one whose environment was emptied, and one that ignores SIGTERM. */
const stubborn = `
  const { spawn } = require("child_process");
  const quiet = { stdio: "ignore", detached: true };
  spawn("sleep", ["300"], quiet).unref();
  spawn("env", ["-i", "/bin/sh", "-c", "/bin/sleep 300 & trap '' TERM; /bin/sleep 300"], quiet).unref();
  setTimeout(() => console.log('{"up":true}'), 200);
  setInterval(() => {}, 60_000);`;

describe("a process in its sandbox", () => {
  it("answers line by line and leaves with its own exit code", async () => {
    const { child, messages } = await startNode(
      `process.stdin.on("data", (line) => process.stdout.write(line)).on("end", () => process.exit(7))`,
    );
    child.send({ n: 1 });
    child.endInput();
    expect(await child.exit).toEqual({ code: 7, signal: null, stderr: "" });
    expect(messages).toEqual([{ n: 1 }]);
  });

  it("gets a signal itself, and may answer it", async () => {
    const { child, first } = await startNode(
      `process.on("SIGINT", () => { console.error("asked to stop"); process.exit(3); });
       console.log("{}"); setInterval(() => {}, 60_000)`,
    );
    await first;
    child.signal("SIGINT");
    expect(await child.exit).toEqual({ code: 3, signal: null, stderr: "asked to stop" });
  });

  it.each(["SIGTERM", "SIGKILL"] as const)("tells a death by %s from an exit", async (name) => {
    const { child, first } = await startNode(`console.log("{}"); setInterval(() => {}, 60_000)`);
    await first;
    child.signal(name);
    expect(await child.exit).toMatchObject({ code: null, signal: name });
  });

  it("ends with everything it started", async () => {
    const { child, first } = await startNode(stubborn);
    await first;
    expect((await living()).length).toBeGreaterThan(3);
    child.signal("SIGTERM");
    await child.exit;
    await expect.poll(living, { timeout: 1_000, interval: 10 }).toEqual([]);
  });

  it("is asked politely before it is ended", async () => {
    const { child, first } = await startNode(
      `process.on("SIGTERM", () => setTimeout(() => { console.error("tidied up"); process.exit(0); }, 100));
       console.log("{}"); setInterval(() => {}, 60_000)`,
    );
    await first;
    expect(await endAgentProcesses({ markerPrefix: marker })).toEqual([]);
    expect(await child.exit).toEqual({ code: 0, signal: null, stderr: "tidied up" });
  });

  it("is gone when it answers nothing", async () => {
    const { child, first } = await startNode(`process.on("SIGTERM", () => {}); ${stubborn}`);
    await first;
    expect(await endAgentProcesses({ markerPrefix: marker, graceMs: 100 })).toEqual([]);
    expect(await child.exit).toMatchObject({ signal: "SIGKILL" });
  });

  it.each([
    [
      "a command that is not there",
      { command: "/nowhere/claude" },
      /there is no \/nowhere\/claude in its sandbox/,
    ],
    ["a folder that is not there", { cwd: "/nowhere" }, /its working directory \/nowhere does not exist/],
    ["arguments beyond what the kernel takes", { args: ["x".repeat(8_000_000)] }, /are too long/],
  ])("says why it cannot start: %s", async (_title, change, sentence) => {
    await expect(startNode("", change)).rejects.toThrow(sentence);
    expect(await living()).toEqual([]);
  });

  it("is gone within a second after the service was killed", async () => {
    const service = await startService();
    expect((await living()).length).toBeGreaterThan(3);
    service.kill("SIGKILL");
    await expect.poll(living, { timeout: 1_000, interval: 10 }).toEqual([]);
  });
});

/** A process that starts a sandboxed one, as the service does; resolves once both run. */
async function startService(): Promise<ChildProcess> {
  const options = {
    command: process.execPath,
    args: ["-e", stubborn],
    cwd: join(folder, "clone"),
    env: { PATH: process.env["PATH"] ?? "", HOME: folder, [markerVariable]: marker },
    sandbox,
  };
  const source = `
    import { startLineProcess } from ${JSON.stringify(join(import.meta.dirname, "line-process.ts"))};
    await startLineProcess({ ...${JSON.stringify(options)}, onMessage: () => console.log("up") });`;
  const service = spawn(process.execPath, ["--input-type=module", "-e", source], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve) => service.stdout.once("data", resolve));
  return service;
}
