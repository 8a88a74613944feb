import { copyFile, mkdtemp, rm, stat, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CloneError } from "./errors.ts";
import { git, gitBytes } from "./git.ts";
import { text } from "./text.ts";

/** HEAD of the clone when it was made. */
export const baseRef = "refs/signalbox/base";

const timeoutMs = 20_000;

export interface Comparison {
  base: string;
  head: string;
  branch: string | null;
  /** Runs `git diff` from the base to the working tree, including untracked files. */
  diff(args: readonly string[]): Promise<string>;
  /** A file as it was at the base; null if it is larger than `limit`. */
  fileBefore(path: string, limit: number): Promise<Uint8Array | null>;
  /** Runs `git log` over the session's own commits. */
  log(args: readonly string[]): Promise<string>;
}

/**
 * Compares a clone with its base while `use` runs. New files are added to a copy of the index, so that the agent's own
 * index does not change. Neither the repository's diff programs nor its hooks run. Throws a CloneError.
 */
export async function compareClone<Result>(
  clone: { path: string; branch: string; environment: Readonly<Record<string, string>> },
  use: (comparison: Comparison) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "signalbox-index-"));
  const environment = { ...clone.environment, GIT_INDEX_FILE: join(folder, "index") };
  const options = ["-c", "core.hooksPath=/dev/null", "--literal-pathspecs"];
  const place = { cwd: clone.path, environment, timeoutMs };
  const run = (args: readonly string[]): Promise<string> => git([...options, ...args], place);
  try {
    const head = (await run(["rev-parse", "HEAD"])).trim();
    const base = await baseOf(run, { head, branch: clone.branch });
    await copyIndex(join(clone.path, ".git", "index"), environment.GIT_INDEX_FILE);
    await run(["add", "--intent-to-add", "--", "."]);
    const branch = await run(["symbolic-ref", "--quiet", "--short", "HEAD"]).catch(() => "");
    return await use({
      base,
      head,
      branch: branch.trim() || null,
      diff: (args) => run(["diff", "--no-ext-diff", "--no-textconv", "--no-color", "-M", base, ...args]),
      async fileBefore(path, limit) {
        const blob = `${base}:${path}`;
        if (Number(await run(["cat-file", "-s", blob])) > limit) return null;
        return gitBytes([...options, "cat-file", "blob", blob], place);
      },
      log: (args) => run(["log", ...args, `${base}..HEAD`]),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Keeps the timestamps: git re-reads files as new as the index, because they may have changed within the same second,
 * and trusts the index for older ones.
 */
async function copyIndex(from: string, to: string): Promise<void> {
  const { atime, mtime } = await stat(from);
  await copyFile(from, to);
  await utimes(to, atime, mtime);
}

/**
 * The merge base with the remote's branch. If the remote has everything (pushed, or nothing committed), the commit that
 * was cloned. Clones made before that was recorded are compared with the remote's branch.
 */
async function baseOf(
  run: (args: readonly string[]) => Promise<string>,
  { head, branch }: { head: string; branch: string },
): Promise<string> {
  const find = (args: readonly string[]): Promise<string | null> =>
    run(args).then(
      (text) => text.trim() || null,
      () => null,
    );
  const mergeBase = await find(["merge-base", "HEAD", `refs/remotes/origin/${branch}`]);
  if (mergeBase !== null && mergeBase !== head) return mergeBase;
  const cloned = await find(["rev-parse", "--verify", "--quiet", `${baseRef}^{commit}`]);
  const base = cloned ?? mergeBase;
  if (base === null) throw new CloneError(text.nothingToCompare, { transient: false });
  return base;
}
