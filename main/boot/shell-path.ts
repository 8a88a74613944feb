import { execFile } from "node:child_process";
import { delimiter } from "node:path";
import type { HostProcess } from "../host.ts";

const limitMs = 5_000;
const marker = "__signalbox_path__";

/**
 * An app started from a dock or a menu gets a bare PATH, without the agents' command-line tools. Asks the person's
 * own login shell for theirs; what this process already has stays in front, and stays alone when the shell fails.
 */
export async function withLoginShellPath({ env, platform }: HostProcess): Promise<HostProcess["env"]> {
  const shell = env["SHELL"];
  if (platform === "win32" || !shell) return env;
  const answer = await outputOf(shell, ["-ilc", `printf '%s' "${marker}\${PATH}${marker}"`], env);
  return { ...env, PATH: mergePaths(env["PATH"], answer.split(marker)[1]) };
}

/** Each folder once, `own` first. */
function mergePaths(own: string | undefined, other: string | undefined): string | undefined {
  const folders = [own, other]
    .flatMap((path) => path?.split(delimiter) ?? [])
    .filter((folder) => folder !== "");
  return folders.length === 0 ? own : [...new Set(folders)].join(delimiter);
}

/** Empty when the shell fails or takes too long; profiles may wait for a person. */
function outputOf(command: string, args: string[], env: HostProcess["env"]): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const options = { env: { ...env }, timeout: limitMs, killSignal: "SIGKILL" as const };
  const child = execFile(command, args, options, (_error, stdout) => resolve(stdout));
  child.stdin?.end();
  return promise;
}
