import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { SetupError } from "../setup/report.mjs";

export interface ChangedFiles {
  /** What the changes are measured from. */
  base: string;
  /** Changed, added and renamed files that exist, tracked or not. */
  files: string[];
  deleted: string[];
}

/**
 * The uncommitted changes, and the commits since the merge base with `revision`: by default `origin/main`, or `main`
 * if there is no such remote branch.
 */
export async function changedFiles(root: string, revision: string | null): Promise<ChangedFiles> {
  const git = gitIn(root);
  const names = revision === null ? ["origin/main", "main"] : [revision];
  for (const name of names) {
    const base = (await git("merge-base", "HEAD", name).catch(() => "")).trim();
    if (base === "") continue;
    const diff = async (filter: string) =>
      namesIn(await git("diff", "--name-only", "--no-renames", "-z", `--diff-filter=${filter}`, base));
    const untracked = namesIn(await git("ls-files", "--others", "--exclude-standard", "-z"));
    return { base: name, files: [...(await diff("d")), ...untracked], deleted: await diff("D") };
  }
  throw new SetupError(
    revision === null
      ? "There is no origin/main and no main to compare with. Name a revision: npm run check -- --changed=HEAD~1"
      : `Git finds no common commit with ${revision}.`,
  );
}

const gitIn =
  (root: string) =>
  async (...args: string[]): Promise<string> =>
    (await promisify(execFile)("git", args, { cwd: root, maxBuffer: 64 * 2 ** 20 })).stdout;

const namesIn = (text: string): string[] => text.split("\0").filter((name) => name !== "");
