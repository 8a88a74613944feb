import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { stat } from "node:fs/promises";
import { isObject } from "../lib/json.ts";
import type { HeldProcesses } from "../lib/limits/index.ts";
import { shortageCodeIn, unlessPassing } from "../lib/passing-fault.ts";
import { endBeforeService, markerVariable, tagProcess } from "../lib/processes/index.ts";
import { readExit, type SandboxRoom, spawnInside, whyNotInside } from "../lib/sandbox/index.ts";
import { spawnTurn } from "../lib/spawn-turn.ts";
import { startedProcess } from "../lib/started-process.ts";
import { noteStep } from "../lib/steps.ts";
import { lineFramer } from "./line-framing.ts";
import { text } from "./text.ts";

const stderrLines = 20;
const stderrChars = 4_000;
/** A process left behind by the child may hold its stdout open; what the child wrote is read well before this. */
const drainMs = 1_000;

/** A child process that speaks one JSON object per line on stdin and stdout. */
export interface LineProcess {
  /** The process we started: the command, or the sandbox around it. */
  readonly pid: number;
  /** Writes one line. Silently does nothing once the process is gone. */
  send(message: object): void;
  /** Closes stdin. */
  endInput(): void;
  /** To the command itself, not to its group or its sandbox. Does nothing once it is gone. */
  signal(name: "SIGINT" | "SIGTERM" | "SIGKILL"): void;
  /** Settles when the process itself is gone and its output has been read. Never rejects. */
  readonly exit: Promise<ProcessExit>;
}

export interface ProcessExit {
  code: number | null;
  signal: string | null;
  /** The last 20 lines, at most 4,000 characters. */
  stderr: string;
}

export interface LineProcessOptions {
  command: string;
  args: readonly string[];
  cwd: string;
  env: Readonly<Record<string, string>>;
  /** What the process may reach; null or absent for no sandbox. */
  sandbox?: SandboxRoom | null;
  /** What holds the process and all it starts to their limits. */
  limits?: HeldProcesses | undefined;
  /** Programs and scripts that the command starts by their absolute paths. */
  programs?: readonly string[];
  /** Each parsed stdout line, in order; lines that are no JSON object go to `onNoise`. Must not throw. */
  onMessage(message: Record<string, unknown>): void;
  onNoise?(line: string): void;
}

/**
 * Resolves once the process runs; rejects with a sentence when it cannot be started.
 * It leads its own process group, and its stdin closes when this process ends.
 */
export async function startLineProcess(options: LineProcessOptions): Promise<LineProcess> {
  try {
    const started = options.sandbox ? await startInside(options.sandbox, options) : await start(options);
    noteStep("process started");
    return started;
  } catch (error) {
    throw new Error(await whyNotStarted(options, error), { cause: error });
  }
}

async function start(options: LineProcessOptions): Promise<LineProcess> {
  const { command, args, cwd, env, limits } = options;
  await limits?.opened;
  await spawnTurn();
  const child = await startedProcess(
    spawn(command, args, { cwd, env, detached: true, windowsHide: true, stdio: "pipe" }),
  );
  const exit = watch(child, options);
  if (child.pid !== undefined) await Promise.all([endBeforeService(child.pid), limits?.add([child.pid])]);
  const marker = env[markerVariable];
  if (marker !== undefined && child.pid !== undefined) await tagProcess(child.pid, marker);
  return { ...control(child), signal: (name) => void child.kill(name), exit };
}

/** The sandbox ends with the command, and all that the command started ends with the sandbox. */
async function startInside(room: SandboxRoom, options: LineProcessOptions): Promise<LineProcess> {
  const { child, status, opened, closed } = await spawnInside(room, options);
  const outer = watch(child, options);
  await opened;
  const leader = await status.leader;
  if (leader === null && !status.commandEnded()) throw notInside((await outer).stderr, options);
  if (leader !== null) await endBeforeService(leader);
  const signal: LineProcess["signal"] = (name) => {
    if (leader !== null && child.exitCode === null && child.signalCode === null) signalOnce(leader, name);
  };
  const exit = outer.then(async (ended) => {
    await closed;
    return { ...ended, ...readExit(ended) };
  });
  return { ...control(child), signal, exit };
}

/** What the machine is short of is said by bubblewrap, in words only. */
function notInside(stderr: string, options: LineProcessOptions): Error {
  const code = shortageCodeIn(stderr);
  const cause = code === null ? undefined : Object.assign(new Error(stderr), { code });
  return new Error(whyNotInside(stderr, options), { cause });
}

function signalOnce(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended; the exit says how.
  }
}

function control(child: ChildProcessWithoutNullStreams): Omit<LineProcess, "signal" | "exit"> {
  return {
    pid: child.pid ?? 0,
    send: (message) => {
      if (child.stdin.writable) child.stdin.write(`${encode(message)}\n`);
    },
    endInput: () => void child.stdin.end(),
  };
}

/** Readers that split lines as JavaScript does would cut at the two separators; escaped they mean the same. */
function encode(message: object): string {
  return JSON.stringify(message).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
}

function watch(child: ChildProcessWithoutNullStreams, options: LineProcessOptions): Promise<ProcessExit> {
  const framer = lineFramer((line) => deliver(line, options));
  child.stdout.once("data", () => noteStep("first output"));
  let stderr = "";
  child.stdin.on("error", () => {}); // EPIPE: the exit reports what happened.
  child.stdout.on("error", () => {});
  child.stderr.on("error", () => {});
  child.stdout.on("data", (chunk: Buffer) => framer.push(chunk));
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr = (stderr + text).slice(-stderrChars);
  });

  return new Promise((resolve) => {
    child.on("error", () => {}); // Once it runs, only a signal that could not be sent.
    child.once("exit", (code, signal) => {
      noteStep("process exited");
      const timer = setTimeout(() => {
        child.stdout.destroy();
        child.stderr.destroy();
      }, drainMs);
      child.once("close", () => {
        clearTimeout(timer);
        framer.end();
        resolve({ code, signal, stderr: lastLines(stderr) });
      });
    });
  });
}

function deliver(line: string, { onMessage, onNoise }: LineProcessOptions): void {
  const message = parseObject(line);
  if (message) onMessage(message);
  else onNoise?.(line);
}

function parseObject(line: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function lastLines(text: string): string {
  return text.trimEnd().split("\n").slice(-stderrLines).join("\n").toWellFormed();
}

async function whyNotStarted({ command, cwd }: LineProcessOptions, error: unknown): Promise<string> {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ENOENT" || code === "ENOTDIR") {
    const folder = await stat(cwd).catch(unlessPassing(null));
    return folder?.isDirectory() ? text.start.missing(command) : text.start.noFolder(command, cwd);
  }
  if (code === "EACCES") return text.start.denied(command, cwd);
  if (code === "E2BIG") return text.start.tooLong(command);
  return text.start.other(command, error instanceof Error ? error.message : String(error));
}
