const limitMs = 5_000;

export interface GitQuestion {
  /** Left out, git looks where it was started, as for the person's own configuration. */
  cwd?: string;
  environment: Readonly<Record<string, string>>;
}

/** What git says to a question about this machine; null where it says nothing, is not there or takes too long. */
export async function gitAnswer(args: readonly string[], asked: GitQuestion): Promise<string | null> {
  // Not before it is needed: over a hundred files, which an idle service should not hold.
  const { execa } = await import("execa");
  const { failed, stdout } = await execa("git", args, {
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
