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
].flat();

const defaultTimeoutMs = 300_000;

export interface GitRun {
  cwd?: string;
  environment: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  /** What git reads from its stdin. */
  input?: string | undefined;
}

/** stdout of a git command. Throws a CloneError with git's own message. */
export const git = (args: readonly string[], run: GitRun): Promise<string> => outputOf(args, run, "utf8");

/** The same as bytes, for commands that print a file. */
export const gitBytes = (args: readonly string[], run: GitRun): Promise<Uint8Array> =>
  outputOf(args, run, "buffer");

interface Output {
  utf8: string;
  buffer: Uint8Array;
}

async function outputOf<Encoding extends keyof Output>(
  args: readonly string[],
  run: GitRun,
  encoding: Encoding,
): Promise<Output[Encoding]> {
  // Loaded on first use: it has over a hundred files, which an idle service should not keep in memory.
  const { execa } = await import("execa");
  const result = await execa("git", [...settings, ...args], {
    env: { ...run.environment, GIT_TERMINAL_PROMPT: "0", GIT_ASKPASS: "true", LC_ALL: "C" },
    extendEnv: false,
    reject: false,
    timeout: run.timeoutMs ?? defaultTimeoutMs,
    ...(run.input === undefined ? { stdin: "ignore" } : { input: run.input }),
    encoding,
    // A newline at the end of a file is part of it.
    stripFinalNewline: encoding === "utf8",
    maxBuffer: 20_000_000,
    ...(run.cwd === undefined ? {} : { cwd: run.cwd }),
    ...(run.signal === undefined ? {} : { cancelSignal: run.signal }),
  });
  if (!result.failed) return result.stdout as Output[Encoding];
  const stderr =
    result.stderr instanceof Uint8Array ? Buffer.from(result.stderr).toString() : String(result.stderr);
  if (result.code === "ENOENT") {
    throw new CloneError(text.gitMissing, { transient: false });
  }
  if (result.timedOut) {
    const seconds = Math.round((run.timeoutMs ?? defaultTimeoutMs) / 1_000);
    throw new CloneError(text.gitTimedOut(seconds), { transient: true });
  }
  if (result.isCanceled) throw new CloneError(text.stopped, { transient: true });
  throw new CloneError(gitSentence(stderr) || text.gitSilent, { transient: isTransientGitError(stderr) });
}
