import { CloneError } from "./errors.ts";
import { gitSentence, isPassingGitError } from "./rules.ts";

/**
 * Every git we run ourselves: no prompt, no pager, no transport but the ordinary ones, given up when a
 * transfer crawls. Arguments never pass a shell.
 */
const settings = [
  ["-c", "protocol.ext.allow=never"],
  ["-c", "protocol.fd.allow=never"],
  ["-c", "http.lowSpeedLimit=1000"],
  ["-c", "http.lowSpeedTime=60"],
  ["-c", "core.fsmonitor=false"],
].flat();

const usualTimeoutMs = 300_000;

export interface GitRun {
  cwd?: string;
  environment: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
}

/** stdout of a git command. Throws a CloneError with git's own words. */
export const git = (args: readonly string[], run: GitRun): Promise<string> => outputOf(args, run, "utf8");

/** The same of one that prints a file as it is. */
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
  // Not before it is needed: over a hundred files, which an idle service should not hold.
  const { execa } = await import("execa");
  const result = await execa("git", [...settings, ...args], {
    env: { ...run.environment, GIT_TERMINAL_PROMPT: "0", GIT_ASKPASS: "true", LC_ALL: "C" },
    extendEnv: false,
    reject: false,
    timeout: run.timeoutMs ?? usualTimeoutMs,
    stdin: "ignore",
    encoding,
    maxBuffer: 20_000_000,
    ...(run.cwd === undefined ? {} : { cwd: run.cwd }),
    ...(run.signal === undefined ? {} : { cancelSignal: run.signal }),
  });
  if (!result.failed) return result.stdout as Output[Encoding];
  const complaint =
    result.stderr instanceof Uint8Array ? Buffer.from(result.stderr).toString() : String(result.stderr);
  if (result.code === "ENOENT") {
    throw new CloneError("git is not installed, or not on PATH. Install git and start again.", {
      transient: false,
    });
  }
  if (result.timedOut) {
    const seconds = Math.round((run.timeoutMs ?? usualTimeoutMs) / 1_000);
    throw new CloneError(`git had no answer within ${seconds} seconds`, { transient: true });
  }
  if (result.isCanceled) throw new CloneError("The clone was stopped", { transient: true });
  throw new CloneError(gitSentence(complaint), { transient: isPassingGitError(complaint) });
}
