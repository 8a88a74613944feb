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

export interface GitRun {
  cwd?: string;
  environment: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
}

/** stdout of a git command. Throws a CloneError with git's own words. */
export async function git(args: readonly string[], run: GitRun): Promise<string> {
  // Not before it is needed: over a hundred files, which an idle service should not hold.
  const { execa } = await import("execa");
  const result = await execa("git", [...settings, ...args], {
    env: { ...run.environment, GIT_TERMINAL_PROMPT: "0", GIT_ASKPASS: "true", LC_ALL: "C" },
    extendEnv: false,
    reject: false,
    timeout: run.timeoutMs ?? 300_000,
    stdin: "ignore",
    maxBuffer: 20_000_000,
    ...(run.cwd === undefined ? {} : { cwd: run.cwd }),
    ...(run.signal === undefined ? {} : { cancelSignal: run.signal }),
  });
  if (!result.failed) return result.stdout;
  if (result.code === "ENOENT") {
    throw new CloneError("git is not installed, or not on PATH. Install git and start again.", {
      transient: false,
    });
  }
  if (result.timedOut) throw new CloneError("git took longer than five minutes", { transient: true });
  if (result.isCanceled) throw new CloneError("The clone was stopped", { transient: true });
  throw new CloneError(gitSentence(result.stderr), { transient: isPassingGitError(result.stderr) });
}
