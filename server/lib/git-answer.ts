import { spawnTurn } from "./spawn-turn.ts";

const limitMs = 5_000;

export interface GitQuestion {
  /** By default the folder of this process, for example for the person's own configuration. */
  cwd?: string;
  environment: Readonly<Record<string, string>>;
  /** What starts git in a sandbox, with git's own path at the end. */
  within?: readonly string[] | null;
}

/** The output of a git command about this machine; null if it is empty, git is missing or takes too long. */
export async function gitAnswer(args: readonly string[], asked: GitQuestion): Promise<string | null> {
  // Loaded on first use: it has over a hundred files, which an idle service should not keep in memory.
  const { execa } = await import("execa");
  await spawnTurn();
  const [command = "git", ...before] = asked.within ?? [];
  const { failed, stdout } = await execa(command, [...before, ...args], {
    env: asked.environment,
    extendEnv: false,
    reject: false,
    timeout: limitMs,
    stdin: "ignore",
    maxBuffer: 100_000,
    ...(asked.cwd !== undefined && { cwd: asked.cwd }),
  });
  const text = failed ? "" : String(stdout).trim();
  return text === "" ? null : text;
}
