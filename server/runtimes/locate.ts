import { realpath, stat } from "node:fs/promises";
import { extname, isAbsolute } from "node:path";
import { findOnPath, isExecutable } from "../lib/executables.ts";
import { cliOutput } from "./cli-output.ts";
import type { LocatedCli } from "./runtime.ts";
import { text as words } from "./text.ts";

const versionLimitMs = 10_000;
const isWindows = process.platform === "win32";

type Environment = Readonly<Record<string, string | undefined>>;

interface CommandRequest {
  /** The executable's name, without an ending. */
  name: string;
  /** An absolute path the owner configured; wins over PATH and is an error when it is not there. */
  configured: string | undefined;
  environment: Environment;
  /** What a person does to get it, for example `npm install -g @openai/codex`. */
  install: string;
}

/** Answers by file and modification time; the promise is kept, so that two askers start one process. */
const known = new Map<string, { stamp: string; answer: Promise<LocatedCli> }>();

/**
 * Finds a CLI at a configured path or on PATH and asks it for its version (`--version`, 10 s limit).
 * Remembered until the file's modification time changes. Throws what the machine is short of for a while, such as open files.
 */
export async function locateCommand(wanted: CommandRequest): Promise<LocatedCli> {
  const file = wanted.configured
    ? await configuredFile(wanted.configured)
    : await findOnPath(wanted.name, wanted.environment);
  if (file !== null) return askOnce(file, wanted);
  const message = wanted.configured
    ? words.notExecutable(wanted.name, wanted.configured)
    : words.notOnPath(wanted.name, wanted.install);
  return { kind: "missing", message };
}

async function configuredFile(path: string): Promise<string | null> {
  return isAbsolute(path) && (await isExecutable(path)) ? path : null;
}

async function askOnce(file: string, wanted: CommandRequest): Promise<LocatedCli> {
  const target = await realpath(file);
  const stamp = `${target} ${(await stat(target)).mtimeMs}`;
  const before = known.get(file);
  if (before?.stamp === stamp) return before.answer;

  const entry = { stamp, answer: askVersion(file, wanted) };
  known.set(file, entry);
  const forget = (): void => {
    if (known.get(file) === entry) known.delete(file);
  };
  const answer = await entry.answer.catch((error: unknown) => {
    forget();
    throw error;
  });
  if (answer.kind === "missing") forget();
  return answer;
}

async function askVersion(file: string, { name, environment, install }: CommandRequest): Promise<LocatedCli> {
  const { command, args } = launchOf(file, environment);
  const reply = await cliOutput(command, [...args, "--version"], {
    environment,
    limit: { ms: versionLimitMs, sentence: words.noVersionInTime(versionLimitMs / 1_000) },
  });
  const version = /\d+\.\d+\.\d+/.exec(reply.text)?.[0];
  if (version) return { kind: "found", command, args, version };
  const reason = reply.failure ?? words.noVersion;
  return { kind: "missing", message: words.unusable({ name, file, reason, install }) };
}

/** Windows runs a command script only through its shell. */
function launchOf(file: string, environment: Environment): { command: string; args: readonly string[] } {
  if (!isWindows || extname(file).toLowerCase() !== ".cmd") return { command: file, args: [] };
  return { command: environment["ComSpec"] ?? "cmd.exe", args: ["/d", "/s", "/c", file] };
}
