import { join } from "node:path";
import { findOnPath } from "../../../lib/executables.ts";
import { exists } from "../../../lib/exists.ts";
import { CloneError } from "./errors.ts";
import { type GitRun, git } from "./git.ts";
import { text } from "./text.ts";

/** Without the program, git would refuse to write any file of a repository that has some in Git LFS. */
const withoutFilter: readonly [key: string, value: string][] = [
  ["filter.lfs.process", ""],
  ["filter.lfs.smudge", ""],
  ["filter.lfs.clean", ""],
  ["filter.lfs.required", "false"],
];

/** For git while it clones: it writes the pointers, and `fetchLfsFiles` gets the files of all of them at once. */
export async function lfsArguments({ environment }: Pick<GitRun, "environment">): Promise<string[]> {
  if (await isInstalled(environment)) return [];
  return withoutFilter.flatMap(([key, value]) => ["-c", `${key}=${value}`]);
}

export const skippingLfs = { GIT_LFS_SKIP_SMUDGE: "1" };

/** Whether a hook is what `git lfs install` writes and nothing more: git-lfs sets its own up where it is used. */
export const isHookOfLfs = (script: string): boolean =>
  /^\s*git lfs [a-z-]+ "\$@"\s*$/m.test(script) &&
  script
    .split("\n")
    .every((line) => /^\s*$|^#|^command -v git-lfs |^\s*git lfs [a-z-]+ "\$@"\s*$/.test(line));

/** Fetches the files that a new clone keeps in Git LFS. Resolves with a sentence if they are not there; null otherwise. */
export async function fetchLfsFiles(
  draft: string,
  { trusted, ...run }: GitRun & { trusted: boolean },
): Promise<string | null> {
  const { silenceMs: _, ...plain } = run;
  const inside = { ...plain, cwd: draft };
  const listed = await git(["ls-files", "-z", "--", ":(attr:filter=lfs)"], inside);
  const count = listed.split("\0").filter((path) => path !== "").length;
  if (count === 0) return null;
  if (!(await isInstalled(run.environment))) {
    for (const [key, value] of withoutFilter) await git(["config", key, value], inside);
    return text.lfsMissing(count);
  }
  // It names a server of the repository's choice, to which git would bring the owner's credentials for it.
  if (!trusted && (await exists(join(draft, ".lfsconfig")))) return text.lfsUntrusted(count);
  const isSetUp = await git(["config", "filter.lfs.process"], inside).then(
    () => true,
    () => false,
  );
  if (!isSetUp) await git(["lfs", "install", "--local", "--skip-repo"], inside);
  try {
    await git(["lfs", "pull"], inside);
    return null;
  } catch (error) {
    if (!(error instanceof CloneError) || run.signal?.aborted === true) throw error;
    return text.lfsFailed(count, error.message);
  }
}

const isInstalled = async (environment: GitRun["environment"]): Promise<boolean> =>
  (await findOnPath("git-lfs", environment)) !== null;
