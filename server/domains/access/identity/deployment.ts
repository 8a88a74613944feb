import type { Deployment } from "./model.ts";

type Git = Deployment["git"];

const unknown: Git = { commit_sha: null, commit_short: null, branch: null, commit_date: null };

/** Which commit runs, asked of git at the first call and not again. */
export function deploymentReader(deps: {
  environment: Deployment["environment"];
  /** Git's answer about the folder the service was started from; null where that is no repository. */
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
