import type { Readable } from "node:stream";
import { passingFault, shortageOf } from "../../../lib/passing-fault.ts";
import { bubblewrapSentence } from "../../../lib/sandbox/index.ts";
import { silenceLimit } from "../../../lib/silence-limit.ts";
import { spawnTurn } from "../../../lib/spawn-turn.ts";
import { CloneError } from "./errors.ts";
import { gitSentence, isTransientGitError } from "./rules.ts";
import { text } from "./text.ts";

/**
 * For every git command we run: no prompt, no pager, only ordinary transports, and a limit for slow transfers.
 * Arguments never pass through a shell.
 */
const settings = [
  ["-c", "protocol.ext.allow=never"],
  ["-c", "protocol.fd.allow=never"],
  ["-c", "http.lowSpeedLimit=1000"],
  ["-c", "http.lowSpeedTime=60"],
  ["-c", "core.fsmonitor=false"],
  // A folder of hooks that the owner names relative to each repository would be the repository's own.
  ["-c", "core.hooksPath=/dev/null"],
].flat();

const defaultTimeoutMs = 300_000;

export interface GitRun {
  cwd?: string;
  environment: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  /** Stops git if it reports nothing for this long; for commands with `--progress`. */
  silenceMs?: number | undefined;
  /** Called with what git writes to stderr while it runs. */
  onReport?: ((written: string) => void) | undefined;
  /** Called when git is stopped: ends its helpers, which keep its output open. */
  endLeftovers?: (() => Promise<void>) | undefined;
  /** What git reads from its stdin. */
  input?: string | Uint8Array | undefined;
  /** What starts git in a sandbox, with git's own path at the end. */
  within?: readonly string[] | null | undefined;
}

/** Gets a piece of what git prints; false ends git. */
export type Take = (piece: Buffer) => boolean;

/** Held of what a command prints; `gitStream` is for what may be longer. */
const mostOutput = 20_000_000;

/** stdout of a git command. Throws a CloneError with git's own message. */
export const git = (args: readonly string[], run: GitRun): Promise<string> => outputOf(args, run, "utf8");

/** The same as bytes, for commands that print a file. */
export const gitBytes = (args: readonly string[], run: GitRun): Promise<Uint8Array> =>
  outputOf(args, run, "buffer");

/** Passes on what git prints, however much it is, until `take` has enough. */
export async function gitStream(args: readonly string[], run: GitRun, take: Take): Promise<void> {
  await outputOf(args, { ...run, take }, "buffer");
}

interface Output {
  utf8: string;
  buffer: Uint8Array;
}

async function outputOf<Encoding extends keyof Output>(
  args: readonly string[],
  run: GitRun & { take?: Take },
  encoding: Encoding,
): Promise<Output[Encoding]> {
  // Loaded on first use: it has over a hundred files, which an idle service should not keep in memory.
  const { execa } = await import("execa");
  await spawnTurn();
  const silence = silenceLimit(run.silenceMs);
  const stops = [silence.signal, run.signal].filter((signal) => signal !== undefined);
  const [command = "git", ...before] = run.within ?? [];
  const running = execa(command, [...before, ...settings, ...args], {
    env: { ...run.environment, GIT_TERMINAL_PROMPT: "0", GIT_ASKPASS: "true", LC_ALL: "C" },
    extendEnv: false,
    reject: false,
    timeout: run.timeoutMs ?? defaultTimeoutMs,
    ...(run.input === undefined ? { stdin: "ignore" } : { input: run.input }),
    encoding,
    // A newline at the end of a file is part of it.
    stripFinalNewline: encoding === "utf8",
    maxBuffer: mostOutput,
    buffer: { stdout: run.take === undefined },
    ...(run.cwd === undefined ? {} : { cwd: run.cwd }),
    ...(stops.length === 0 ? {} : { cancelSignal: AbortSignal.any(stops) }),
  });
  const endLeftovers = (): void => void run.endLeftovers?.();
  for (const stop of stops) stop.addEventListener("abort", endLeftovers, { once: true });
  running.stderr?.on("data", (chunk: Buffer) => {
    silence.reported();
    run.onReport?.(chunk.toString());
  });
  const hadEnough = passOn(running, run.take);
  const result = await running.finally(() => {
    silence.end();
    for (const stop of stops) stop.removeEventListener("abort", endLeftovers);
  });
  if (!result.failed || hadEnough()) return result.stdout as Output[Encoding];
  const { stderr, ...how } = result;
  const said = stderr instanceof Uint8Array ? Buffer.from(stderr).toString() : String(stderr);
  const silent = silence.signal?.aborted === true && run.signal?.aborted !== true;
  throw failureOf({ ...how, said, silent }, run);
}

/** Gives `take` what a process prints, and ends the process once that has enough; returns whether it has. */
function passOn(
  running: { stdout: Readable | null; kill(): boolean },
  take: Take | undefined,
): () => boolean {
  let enough = false;
  if (take === undefined) return () => false;
  running.stdout?.on("data", (piece: Buffer) => {
    if (enough || take(piece)) return;
    enough = true;
    running.kill();
  });
  return () => enough;
}

function failureOf(
  ended: {
    code?: string | undefined;
    timedOut: boolean;
    isCanceled: boolean;
    isMaxBuffer: boolean;
    said: string;
    silent: boolean;
  },
  run: GitRun,
): CloneError {
  if (ended.code === "ENOENT") return new CloneError(text.gitMissing, { transient: false });
  if (ended.timedOut) {
    const seconds = Math.round((run.timeoutMs ?? defaultTimeoutMs) / 1_000);
    return new CloneError(text.gitTimedOut(seconds), { transient: true });
  }
  if (ended.silent) {
    const seconds = Math.round((run.silenceMs ?? 0) / 1_000);
    return new CloneError(text.remoteSilent(seconds), { transient: true, silent: true });
  }
  if (ended.isMaxBuffer) return new CloneError(text.gitSaysTooMuch, { transient: false });
  if (ended.isCanceled) return new CloneError(text.stopped, { transient: true });
  // What the server was short of is not this machine's matter.
  const shortage = shortageOf({ code: ended.code, said: ended.said.replaceAll(/^remote:.*$/gm, "") });
  if (shortage !== null)
    return new CloneError(text.gitShort(passingFault(shortage) ?? ""), { transient: true, cause: shortage });
  const unstarted = run.within ? bubblewrapSentence(ended.said) : null;
  if (unstarted !== null) {
    const cause = ended.said;
    return new CloneError(text.gitSandboxFails(unstarted), { transient: false, cause });
  }
  return new CloneError(gitSentence(ended.said) || text.gitSilent, {
    transient: isTransientGitError(ended.said),
  });
}
