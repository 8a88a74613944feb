import { digestAway } from "../../../lib/digest.ts";
import { CloneError } from "./errors.ts";
import { newFiles, type SafeGit, withSafeGit } from "./safe-git.ts";
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
  /** SHA-256, hex, of what that prints; of much text, it is calculated on another thread. */
  digest(args: readonly string[]): Promise<string>;
  /** A file as it was at the base; null if it is larger than `limit`. */
  fileBefore(path: string, limit: number): Promise<Uint8Array | null>;
  /** Runs `git log` over the session's own commits. */
  log(args: readonly string[]): Promise<string>;
}

/**
 * Compares a clone with where it began, for as long as `use` runs. Nothing in the clone is written, and no program
 * that it names runs. Throws a CloneError.
 */
export async function compareClone<Result>(
  clone: {
    path: string;
    branch: string;
    gitFolders: string;
    environment: Readonly<Record<string, string>>;
  },
  use: (comparison: Comparison) => Promise<Result>,
): Promise<Result> {
  const { path, gitFolders, environment, branch: cloned } = clone;
  const refs = [baseRef, remoteBranch(cloned)];
  return withSafeGit({ path, gitFolders, environment, refs, timeoutMs }, async (safe) => {
    const { run } = safe;
    const head = (await run(["rev-parse", "HEAD"])).trim();
    const base = await baseOf(run, { head, branch: cloned });
    await nameNewFiles(safe);
    const branch = await run(["symbolic-ref", "--quiet", "--short", "HEAD"]).catch(() => "");
    const plain = ["diff", "--no-ext-diff", "--no-textconv", "--no-color", "-M", base];
    return use({
      base,
      head,
      branch: branch.trim() || null,
      diff: (args) => run([...plain, ...args]),
      digest: async (args) => digestAway(withoutLastNewline(await safe.runBytes([...plain, ...args]))),
      async fileBefore(file, limit) {
        const blob = `${base}:${file}`;
        if (Number(await run(["cat-file", "-s", blob])) > limit) return null;
        return safe.runBytes(["cat-file", "blob", blob]);
      },
      log: (args) => run(["log", "--no-ext-diff", "--no-textconv", ...args, `${base}..HEAD`]),
    });
  });
}

/** As text has it, of which digests are stored. */
const withoutLastNewline = (bytes: Uint8Array): Uint8Array =>
  bytes.at(-1) === newline ? bytes.subarray(0, -1) : bytes;
const newline = 10;

const remoteBranch = (branch: string): string => `refs/remotes/origin/${branch}`;

/**
 * Enters new files in our index as empty, so that a diff shows them. `git add` would do it too, but it runs the
 * filters of a repository inside the clone.
 */
async function nameNewFiles(safe: SafeGit): Promise<void> {
  const paths = await newFiles(safe);
  if (paths.length === 0) return;
  const empty = (await safe.run(["hash-object", "-t", "blob", "--stdin"], { input: "" })).trim();
  const input = paths.map((path) => `100644 ${empty}\t${path}\0`).join("");
  await safe.run(["update-index", "-z", "--index-info"], { input });
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
  const mergeBase = await find(["merge-base", "HEAD", remoteBranch(branch)]);
  if (mergeBase !== null && mergeBase !== head) return mergeBase;
  const cloned = await find(["rev-parse", "--verify", "--quiet", `${baseRef}^{commit}`]);
  const base = cloned ?? mergeBase;
  if (base === null) throw new CloneError(text.nothingToCompare, { transient: false });
  return base;
}
