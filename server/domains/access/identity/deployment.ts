import type { Deployment } from "./model.ts";

type Git = Deployment["git"];

const unknown: Git = { commit_sha: null, commit_short: null, branch: null, commit_date: null };

/** Reads from git which commit is running, once, at the first call. */
export function deploymentReader(deps: {
  environment: Deployment["environment"];
  /** Runs git in the folder the service was started from. Resolves to null if that is not a repository. */
  git(args: readonly string[]): Promise<string | null>;
}) {
  let asked: Promise<Git> | undefined;

  async function read(): Promise<Git> {
    const commit = await deps.git(["log", "-1", "--format=%H%n%h%n%cI"]);
    if (commit === null) return unknown;
    const [commit_sha = null, commit_short = null, commit_date = null] = commit.split("\n");
    const branch = await deps.git(["symbolic-ref", "--short", "--quiet", "HEAD"]);
    return { commit_sha, commit_short, branch, commit_date };
  }

  return async (): Promise<Deployment> => {
    asked ??= read();
    return { git: await asked, environment: deps.environment };
  };
}
