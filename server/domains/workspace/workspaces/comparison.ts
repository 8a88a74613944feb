import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { bytesOfPath, type GitPath } from "../../../lib/git-path-rules.ts";
import { type Base, type Beginning, baseOf } from "./comparison-base.ts";
import { CloneError } from "./errors.ts";
import type { FileHash } from "./file-hash.ts";
import type { Take } from "./git.ts";
import { type NestedPlace, nestedPlace } from "./nested-repositories.ts";
import { completeIndex, enter } from "./own-index.ts";
import {
  baseRef,
  type OpenedGit,
  openSafeGit,
  type SafeClone,
  type SafeGit,
  type SafeReading,
} from "./safe-git.ts";
import { knownStart } from "./start-record.ts";
import { settleLfsFiles } from "./unchanged-lfs.ts";

const timeoutMs = 20_000;
/** Repositories in a clone, and in those: each takes some runs of git. */
const mostRepositories = 50;

/** One file of one repository on both sides, as `git diff --raw` has it. */
export interface ChangeSides {
  path: GitPath;
  /** Its former path, for a rename. */
  oldPath: GitPath | null;
  before: { mode: string; hash: string };
  /** The mode is zeros for what is gone. */
  after: { mode: string; hash: string };
}

/** The clone, or a repository in it, compared with where it began. */
export interface ComparedRepository {
  /** Its folder in the clone, with a slash at the end; empty for the clone itself. */
  prefix: GitPath;
  /** Passes on what `git diff` prints, from the base to the files as they are, new ones included. */
  diff(args: readonly string[], take: Take): Promise<void>;
  /** The same of one file alone, whatever its name. */
  diffOf(change: ChangeSides, args: readonly string[], take: Take): Promise<void>;
  /** A file as it was at the base; null if it is larger than `limit`. */
  blob(hash: string, limit: number): Promise<Uint8Array | null>;
}

export interface Comparison {
  base: string;
  /** Null before the first commit. */
  head: string | null;
  branch: string | null;
  /** The clone first, then the repositories in it. */
  repositories: readonly ComparedRepository[];
  /** There is more than could be looked at. */
  truncated: boolean;
  /** What `git diff --shortstat` prints of each repository; empty for one without changes. */
  summaries(): Promise<string[]>;
  /** SHA-256, hex, of what `git diff` prints of all repositories. */
  digest(args: readonly string[]): Promise<string>;
  /** Runs `git log` over the session's own commits. */
  log(args: readonly string[]): Promise<string>;
}

interface Clone extends SafeReading {
  path: string;
  branch: string;
  /** Finds out which files in Git LFS are as their pointers say; without it, all that were touched count as changed. */
  hash?: FileHash | undefined;
}

/**
 * Compares a clone with where it began, for as long as `use` runs. Nothing in the clone is written, and no program
 * that it names runs. Throws a CloneError.
 */
export async function compareClone<Result>(
  clone: Clone,
  use: (comparison: Comparison) => Promise<Result>,
): Promise<Result> {
  const opened: OpenedGit[] = [];
  const open = async (place: Pick<SafeClone, "path" | "gitDir" | "commonDir">): Promise<SafeGit> => {
    const { gitFolders, environment, sandbox, path: top } = clone;
    const reading = { gitFolders, environment, sandbox, top };
    const one = await openSafeGit({ ...place, ...reading, refs: "remotes", timeoutMs });
    opened.push(one);
    return one.safe;
  };
  try {
    const safe = await open({ path: clone.path });
    const start = (await knownStart(clone.path)) ?? safe.refs.get(baseRef) ?? null;
    const beginning = { cloned: clone.branch, start };
    const base = await baseOf(safe, beginning);
    const first = { prefix: "", safe, beginning, base };
    const { repositories, truncated } = await openAll(first, { open, hash: clone.hash });
    const result = await use({
      base: base.commit,
      head: safe.head.commit,
      branch: safe.head.branch?.replace(/^refs\/heads\//, "") ?? null,
      repositories,
      truncated,
      summaries: () =>
        Promise.all(repositories.map(({ diff }) => textOf((take) => diff(["--shortstat"], take)))),
      digest: (args) => digestOf(repositories, args),
      async log(args) {
        if (safe.head.commit === null) return "";
        const own = [safe.head.commit, "--not", ...base.foreign];
        return safe.run(["log", "--no-ext-diff", "--no-textconv", ...args, ...own]);
      },
    });
    for (const one of opened) await one.check();
    return result;
  } finally {
    await Promise.all(opened.map((one) => one.close()));
  }
}

/** A repository that was opened, but not yet what lies in it. */
interface Begun {
  prefix: GitPath;
  safe: SafeGit;
  beginning: Beginning;
  base: Base;
}

/** Goes through a clone and the repositories in it, and in those. One that cannot be read is left out. */
async function openAll(
  clone: Begun,
  { open, hash }: { open(place: NestedPlace): Promise<SafeGit>; hash: FileHash | undefined },
): Promise<Pick<Comparison, "repositories" | "truncated">> {
  const begun = [clone];
  const repositories: ComparedRepository[] = [];
  let truncated = false;
  // It grows on the way.
  for (const outer of begun) {
    const found = await completeIndex(outer.safe, outer.base.tree);
    truncated ||= found.truncated;
    if (hash) await settleLfsFiles(outer.safe, hash);
    const pointers: { path: GitPath; commit: string }[] = [];
    for (const path of [...found.submodules, ...found.untracked]) {
      const inner = begun.length < mostRepositories ? await beginNested(clone, outer, { path, open }) : null;
      if (inner === null) truncated = true;
      else begun.push(inner);
      const commit = inner === null ? unknownCommit(outer) : inner.safe.head.commit;
      const isWorktree = inner !== null && inner.safe.commonDir !== inner.safe.gitDir;
      if (found.untracked.has(path) && !isWorktree && commit !== null) pointers.push({ path, commit });
    }
    await enter(outer.safe, { removed: [], files: [], repositories: pointers });
    repositories.push(compared(outer));
  }
  return { repositories, truncated };
}

/** Git finds out which it is when it compares, if it can. */
const unknownCommit = ({ base }: Begun): string => "1".repeat(base.tree.length);

/** A submodule began at the commit that its repository pointed to; a working tree of the clone where the clone did. */
async function beginNested(
  clone: Begun,
  outer: Begun,
  { path, open }: { path: GitPath; open: (place: NestedPlace) => Promise<SafeGit> },
): Promise<Begun | null> {
  const from = { path: outer.safe.path, gitDir: outer.safe.commonDir, top: clone.safe.path };
  const place = await nestedPlace(from, path);
  if (place === null) return null;
  try {
    const safe = await open(place);
    const name = bytesOfPath(path).toString("utf8");
    const pointer = await outer.safe
      .run(["rev-parse", "--verify", "--quiet", `${outer.base.tree}:${name}`])
      .catch(() => "");
    const beginning = place.isWorktree ? outer.beginning : { cloned: null, start: pointer.trim() || null };
    return { prefix: `${outer.prefix}${path}/`, safe, beginning, base: await baseOf(safe, beginning) };
  } catch (error) {
    if (error instanceof CloneError) return null;
    throw error;
  }
}

const plain = ["--no-ext-diff", "--no-textconv", "--no-color", "--ignore-submodules=dirty", "-M"];

function compared({ prefix, safe, base }: Begun): ComparedRepository {
  const name = bytesOfPath(prefix).toString("utf8");
  const prefixes = name === "" ? [] : [`--src-prefix=a/${name}`, `--dst-prefix=b/${name}`];
  const diff = ["diff", ...plain, ...prefixes];
  return {
    prefix,
    diff: (args, take) => safe.stream([...diff, ...args, base.tree], take),
    async diffOf(change, args, take) {
      const before = { GIT_INDEX_FILE: join(safe.folder, "index-before") };
      const after = { GIT_INDEX_FILE: join(safe.folder, "index-after") };
      await enterOne(safe, { ...change.before, path: change.oldPath ?? change.path }, before);
      const tree = (await safe.run(["write-tree", "--missing-ok"], { environment: before })).trim();
      await enterOne(safe, { ...change.after, path: change.path }, after);
      await safe.stream([...diff, ...args, tree], take, { environment: after });
    },
    async blob(hash, limit) {
      if (Number(await safe.run(["cat-file", "-s", hash])) > limit) return null;
      return safe.runBytes(["cat-file", "blob", hash]);
    },
  };
}

/** An index with one path in it, or none if there is no such file. */
async function enterOne(
  { run }: SafeGit,
  { path, mode, hash }: { path: GitPath; mode: string; hash: string },
  environment: { GIT_INDEX_FILE: string },
): Promise<void> {
  await rm(environment.GIT_INDEX_FILE, { force: true });
  const isThere = Number(mode) !== 0;
  if (!isThere) return void (await run(["read-tree", "--empty"], { environment }));
  // Any object will do: what lies in the folder is read again.
  const known = /^0+$/.test(hash) ? "1".repeat(hash.length) : hash;
  const input = bytesOfPath(`${mode} ${known}\t${path}\0`);
  await run(["update-index", "-z", "--index-info"], { environment, input });
}

async function textOf(read: (take: Take) => Promise<void>): Promise<string> {
  const pieces: Buffer[] = [];
  await read((piece) => pieces.push(piece) > 0);
  return Buffer.concat(pieces).toString("utf8").trim();
}

/** Of larger changes only the beginning counts. */
const mostDigested = 100_000_000;

/** Of what git prints, without the newline at its end. */
async function digestOf(
  repositories: readonly ComparedRepository[],
  args: readonly string[],
): Promise<string> {
  const digest = createHash("sha256");
  let last = "";
  let size = 0;
  for (const { diff } of repositories) {
    await diff(args, (piece) => {
      // What git prints arrives in different pieces each time.
      const counted = piece.subarray(0, mostDigested - size);
      digest.update(last);
      last = counted.at(-1) === newline ? "\n" : "";
      digest.update(last === "" ? counted : counted.subarray(0, -1));
      size += counted.length;
      return size < mostDigested;
    });
  }
  return digest.digest("hex");
}

const newline = 10;
