import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { runProgram, signalbox } from "../support/signalbox-command.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";

const root = join(import.meta.dirname, "../..");
const longMs = 180_000;

let folder: TestFolder;

beforeEach(async () => {
  folder = await makeTestFolder();
});
afterEach(() => folder[Symbol.asyncDispose]());

const environment = (): Record<string, string> => ({
  PATH: process.env["PATH"] ?? "",
  HOME: folder.at("home"),
  SERVICE_DATA_DIR: folder.at("data"),
  SERVICE_PORT: "0",
  SERVICE_SECRET_STORE: "file",
});

/** What it prints to stdout until it serves; `ended` once everything that can still print has ended. */
async function serving(command: readonly string[]) {
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    cwd: root,
    env: environment(),
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = once(child, "close");
  onTestFinished(() => endGroup(child));
  let out = "";
  for await (const piece of child.stdout.setEncoding("utf8").iterator({ destroyOnReturn: false })) {
    out += String(piece);
    if (out.includes("Data folder:")) break;
  }
  child.stdout.resume();
  const [url = ""] = /http:\S+/.exec(out) ?? [];
  return { child, url, ended };
}

/** What the test's own failure left. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/up`).then(
    ({ ok }) => ok,
    () => false,
  );

describe("started by npm", () => {
  it.each([
    ["a SIGTERM to npm", "SIGTERM", "npm"],
    ["a SIGHUP to npm", "SIGHUP", "npm"],
    ["a SIGKILL to npm", "SIGKILL", "npm"],
    ["Ctrl+C on its terminal", "SIGINT", "all"],
    ["its terminal's end", "SIGHUP", "all"],
    ["a SIGTERM to all of it", "SIGTERM", "all"],
  ] as const)(
    "the service ends by %s",
    async (_title, signal, to) => {
      const { child, url, ended } = await serving(["npm", "run", "--silent", "signalbox", "--", "serve"]);
      expect(await answers(url)).toBe(true);
      if (to === "npm") child.kill(signal);
      else process.kill(-Number(child.pid), signal);
      await ended;
      expect(await answers(url)).toBe(false);
      // It closed its database: a killed service would leave its log.
      expect((await runProgram(["ls", folder.at("data")])).out).not.toContain("signalbox.db-wal");
    },
    longMs,
  );
});

it(
  "a second one names the first by its process and address, with the command that stops it",
  async () => {
    const { child, url, ended } = await serving([join(root, "build/signalbox"), "serve"]);
    const second = await signalbox(["serve"], environment());
    expect(second).toMatchObject({ code: 1, out: "" });
    expect(second.err).toContain(
      `Another Signalbox is using ${folder.at("data")}: process ${String(child.pid)} at ${url}. Stop it with \``,
    );
    const [, stop = ""] = /Stop it with `([^`]+)`/.exec(second.err) ?? [];
    expect((await runProgram(["/bin/sh", "-c", stop])).code).toBe(0);
    expect(await ended).toEqual([0, null]);
  },
  longMs,
);
