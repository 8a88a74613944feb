import { copyFile, mkdtemp, rm, stat, utimes } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CloneError } from "./errors.ts";
import { git, gitBytes } from "./git.ts";

/** Where the clone stood when it was made. */
export const baseRef = "refs/signalbox/base";

const timeoutMs = 20_000;

export interface Comparison {
  base: string;
  head: string;
  branch: string | null;
  /** Runs `git diff` from the base to the folder as it is now, files that git does not know yet included. */
  diff(args: readonly string[]): Promise<string>;
  /** A file as it was at the base; null for one that is larger than `limit`. */
  fileBefore(path: string, limit: number): Promise<Uint8Array | null>;
  /** Runs `git log` over the session's own commits. */
  log(args: readonly string[]): Promise<string>;
}

/**
 * Compares a clone with where it began, for as long as `use` runs. New files are named in a copy of the index, so
 * that the agent's own stays untouched. Neither the repository's diff programs nor its hooks run. Throws a CloneError.
 */
export async function compareClone<Result>(
  clone: { path: string; branch: string; environment: Readonly<Record<string, string>> },
  use: (comparison: Comparison) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "signalbox-index-"));
  const environment = { ...clone.environment, GIT_INDEX_FILE: join(folder, "index") };
  const around = ["-c", "core.hooksPath=/dev/null", "--literal-pathspecs"];
  const place = { cwd: clone.path, environment, timeoutMs };
  const run = (args: readonly string[]): Promise<string> => git([...around, ...args], place);
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
        return gitBytes([...around, "cat-file", "blob", blob], place);
      },
      log: (args) => run(["log", ...args, `${base}..HEAD`]),
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * With its time: git looks into a file that is as old as the index, as it may have changed within that second, and
 * trusts the index of any other.
 */
async function copyIndex(from: string, to: string): Promise<void> {
  const { atime, mtime } = await stat(from);
  await copyFile(from, to);
  await utimes(to, atime, mtime);
}

/**
 * Where the branch parted from the remote's; once that has everything (pushed, or nothing committed), where the
 * clone began. A clone from before that was noted is compared with the remote's branch.
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
  const parted = await find(["merge-base", "HEAD", `refs/remotes/origin/${branch}`]);
  if (parted !== null && parted !== head) return parted;
  const began = await find(["rev-parse", "--verify", "--quiet", `${baseRef}^{commit}`]);
  const base = began ?? parted;
  if (base === null) throw new CloneError("The clone has no commit to compare with", { transient: false });
  return base;
}
