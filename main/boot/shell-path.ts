import { execFile } from "node:child_process";
import { delimiter } from "node:path";
import type { HostProcess } from "../host.ts";

const timeoutMs = 5_000;
const marker = "__signalbox_path__";

/**
 * An app started from a dock or a menu gets a minimal PATH without the agents' command-line tools. Appends the PATH of
 * the person's login shell; if the shell fails, keeps the PATH of this process.
 */
export async function withLoginShellPath({ env, platform }: HostProcess): Promise<HostProcess["env"]> {
  const shell = env["SHELL"];
  if (platform === "win32" || !shell) return env;
  const answer = await outputOf(shell, ["-ilc", `printf '%s' "${marker}\${PATH}${marker}"`], env);
  return { ...env, PATH: mergePaths(env["PATH"], answer.split(marker)[1]) };
}

/** Every folder once, those of `own` first. */
function mergePaths(own: string | undefined, other: string | undefined): string | undefined {
  const folders = [own, other]
    .flatMap((path) => path?.split(delimiter) ?? [])
    .filter((folder) => folder !== "");
  return folders.length === 0 ? own : [...new Set(folders)].join(delimiter);
}

/** Returns "" if the shell fails or takes too long; a profile may wait for input. */
function outputOf(command: string, args: string[], env: HostProcess["env"]): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const options = { env: { ...env }, timeout: timeoutMs, killSignal: "SIGKILL" as const };
  const child = execFile(command, args, options, (_error, stdout) => resolve(stdout));
  child.stdin?.end();
  return promise;
}
