import { copyFile, cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { exists } from "../../../lib/exists.ts";
import { bytesOfPath } from "../../../lib/git-path-rules.ts";
import { CloneError } from "./errors.ts";
import { git } from "./git.ts";
import { lookAtAll } from "./own-index.ts";
import { committer, newPaths, type SafeGit, type SafeReading, withSafeGit } from "./safe-git.ts";
import { knownStart } from "./start-record.ts";
import { type ArchiveObstacle, text } from "./text.ts";

/** What is kept of a clone: its HEAD and refs; a bundle beside it has the commits that the remote lacks. */
interface ArchivedClone {
  head: string;
  /** The branch that was checked out; null if none was. */
  branch: string | null;
  /** Branches, tags and refs of ours, by name. */
  refs: Record<string, string>;
  /** Newest first. */
  stashes: { commit: string; message: string }[];
  hasBundle: boolean;
}

interface Run {
  clone: string;
  /** The branch it was cloned at, which a fresh clone has as well. */
  cloned: string;
  environment: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
}

const recordName = "clone.json";
const bundleName = "work.bundle";
/** The files of the working tree, and what was staged. */
const filesRef = "refs/signalbox/files";
const stagedRef = "refs/signalbox/staged";
const timeoutMs = 120_000;

/** Files come back byte by byte, whatever the repository's attributes would make of their line ends or their encoding. */
const asTheyAre = "* -text -ident -filter -working-tree-encoding\n";

/** Markers of unfinished merges and the like, which a bundle cannot contain. */
const unfinishedMarkers = [
  "MERGE_HEAD",
  "CHERRY_PICK_HEAD",
  "REVERT_HEAD",
  "BISECT_LOG",
  "rebase-merge",
  "rebase-apply",
];

/**
 * Writes what a clone has and its remote lacks into `folder`: commits of every branch, stashes, staged and unstaged
 * work, new files. Files that git ignores are not kept. The clone is not touched, and no program that it names runs.
 * Throws a CloneError if some of it cannot be kept.
 */
export async function archiveClone(run: Run & SafeReading, folder: string): Promise<void> {
  const { clone: path, gitFolders, environment, sandbox, signal } = run;
  const reading = { gitFolders, environment, sandbox };
  await withSafeGit({ path, ...reading, signal, refs: "all", timeoutMs }, async (safe) => {
    const ask = askerOf(safe);
    await refuseIfLossy(safe);
    const head = await ask(["rev-parse", "HEAD"]);
    const branch = await ask(["symbolic-ref", "--quiet", "--short", "HEAD"]).catch(() => null);
    await keepFiles(safe, ask);
    const stashes = await keepStashes(ask);
    const refs = await ownRefs(ask);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const fresh = await freshCommits(safe, run.cloned);
    const bundle = join(safe.folder, bundleName);
    const hasBundle = await writeBundle(ask, { path: bundle, refs, fresh });
    if (hasBundle) await moveFile(bundle, join(folder, bundleName));
    const record: ArchivedClone = { head, branch, refs, stashes, hasBundle };
    await writeFile(join(folder, `${recordName}.part`), JSON.stringify(record), { mode: 0o600 });
    await rename(join(folder, `${recordName}.part`), join(folder, recordName));
  }).catch(async (error: unknown) => {
    // What the clone borrowed meanwhile may be in it.
    await rm(folder, { recursive: true, force: true });
    throw error;
  });
}

/** True if a clone was archived in the folder. */
export const isCloneArchived = (folder: string): Promise<boolean> => exists(join(folder, recordName));

/**
 * Restores the clone archived in `folder` into a fresh clone. If that fails, throws a CloneError, resets the clone to its
 * fresh state and keeps the archive.
 */
export async function restoreClone(run: Run, folder: string): Promise<void> {
  const ask = freshAsker(run);
  const archived = JSON.parse(await readFile(join(folder, recordName), "utf8")) as ArchivedClone;
  const pristine = await ask(["rev-parse", "HEAD"]);
  try {
    if (archived.hasBundle) await ask(["bundle", "unbundle", join(folder, bundleName)]);
    for (const [name, commit] of Object.entries(archived.refs)) await ask(["update-ref", name, commit]);
    for (const { commit, message } of archived.stashes.toReversed()) {
      await ask(["stash", "store", "--quiet", "--message", message, commit]);
    }
    const { branch, head } = archived;
    await ask(["checkout", "--quiet", "--force", ...(branch === null ? ["--detach"] : ["-B", branch]), head]);
    if (archived.refs[filesRef] === undefined) return;
    await withAttributes(join(run.clone, ".git"), () => ask(["read-tree", "--reset", "-u", filesRef]));
    await ask(["read-tree", stagedRef]);
  } catch (error) {
    await ask(["checkout", "--quiet", "--force", "--detach", pristine]).catch(() => undefined);
    throw error;
  }
}

type Ask = (args: readonly string[], options?: Parameters<SafeGit["run"]>[1]) => Promise<string>;

/** Trimmed answers of git through a folder of ours, for a clone that an agent has written to. */
const askerOf =
  ({ run }: SafeGit): Ask =>
  async (args, options) =>
    (await run(args, options)).trim();

/** The same in a clone that was just made, where the configuration is git's own. */
function freshAsker({ clone, environment, signal }: Run): Ask {
  const run = { cwd: clone, environment, signal, timeoutMs };
  return async (args) => (await git(args, run)).trim();
}

const cannotArchive = (obstacle: ArchiveObstacle): CloneError =>
  new CloneError(text.archiveObstacle(obstacle), { transient: false });

async function refuseIfLossy(safe: SafeGit): Promise<void> {
  const names = await readdir(safe.gitDir);
  const marker = unfinishedMarkers.find((name) => names.includes(name));
  if (marker !== undefined) throw cannotArchive({ kind: "unfinished_operation", marker });
  if (safe.head.commit === null) throw cannotArchive({ kind: "no_commit" });
  const { conflicted, repositories, filled } = await lookAtAll(safe);
  if (conflicted.size > 0) throw cannotArchive({ kind: "unresolved_conflicts" });
  // A submodule that was never fetched has nothing to lose.
  if (repositories.length + filled.length > 0) throw cannotArchive({ kind: "nested_repositories" });
}

/** Commits the folder and the index as they are, under refs of ours, where they differ from HEAD. */
async function keepFiles(safe: SafeGit, ask: Ask): Promise<void> {
  const look = ["status", "--porcelain", "--untracked-files=all", "--ignore-submodules=dirty"];
  const clean = (await ask(look)) === "";
  for (const ref of [filesRef, stagedRef]) await ask(["update-ref", "-d", ref]).catch(() => undefined);
  if (clean) return;
  const staged = await ask(["write-tree"]);
  const { files: fresh, repositories, truncated } = await newPaths(safe);
  if (truncated) throw cannotArchive({ kind: "too_many_files" });
  if (repositories.length > 0) throw cannotArchive({ kind: "nested_repositories" });
  const environment = { GIT_INDEX_FILE: join(safe.folder, "index-of-files") };
  // Begun as what is staged, as a file that is new there is not new to git. Git believes an index by its time.
  const index = join(safe.folder, "index");
  if (await exists(index)) await cp(index, environment.GIT_INDEX_FILE, { preserveTimestamps: true });
  await withAttributes(safe.folder, async () => {
    await ask(["add", "--update", "--", "."], { environment });
    const byName = ["add", "--pathspec-from-file=-", "--pathspec-file-nul"];
    if (fresh.length > 0) await ask(byName, { environment, input: bytesOfPath(fresh.join("\0")) });
  });
  await commitTree(ask, filesRef, await ask(["write-tree"], { environment }));
  await commitTree(ask, stagedRef, staged);
}

/** Runs git commands with `asTheyAre` before all other attributes. */
async function withAttributes(gitDir: string, act: () => Promise<unknown>): Promise<void> {
  const path = join(gitDir, "info/attributes");
  const before = await readFile(path).catch(() => null);
  await mkdir(join(gitDir, "info"), { recursive: true });
  await writeFile(path, asTheyAre);
  try {
    await act();
  } finally {
    await (before === null ? rm(path) : writeFile(path, before));
  }
}

async function commitTree(ask: Ask, ref: string, tree: string): Promise<void> {
  const commit = await ask(["commit-tree", "--no-gpg-sign", "-p", "HEAD", "-m", "Archived", tree], {
    environment: committer,
  });
  await ask(["update-ref", ref, commit]);
}

/** Adds a ref of ours to every stash, because git has a ref only for the newest. */
async function keepStashes(ask: Ask): Promise<ArchivedClone["stashes"]> {
  const log = await ask(["log", "--walk-reflogs", "--format=%H%x09%gs", "refs/stash"]).catch(() => "");
  const stashes = log
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => ({
      commit: line.slice(0, line.indexOf("\t")),
      message: line.slice(line.indexOf("\t") + 1),
    }));
  for (const [place, { commit }] of stashes.entries()) {
    await ask(["update-ref", `refs/signalbox/stash/${place}`, commit]);
  }
  return stashes;
}

async function ownRefs(ask: Ask): Promise<Record<string, string>> {
  const namespaces = ["refs/heads", "refs/tags", "refs/signalbox"];
  const list = await ask(["for-each-ref", "--format=%(objectname) %(refname)", ...namespaces]);
  const lines = list.split("\n").filter((line) => line !== "");
  return Object.fromEntries(
    lines.map((line) => [line.slice(line.indexOf(" ") + 1), line.slice(0, line.indexOf(" "))]),
  );
}

/** What a fresh clone of the branch will have: where this one started, or else its remote's branch, whatever that is called. */
async function freshCommits(safe: SafeGit, cloned: string): Promise<string[]> {
  const start = await knownStart(safe.path);
  const isThere =
    start !== null && (await safe.run(["cat-file", "-t", start]).catch(() => "")).trim() === "commit";
  if (isThere) return [start];
  const remotes = [...safe.refs.keys()].filter((ref) => ref.startsWith("refs/remotes/"));
  return remotes.filter((ref) => ref.endsWith(`/${cloned}`)).slice(0, 1);
}

/** Git writes into our git folder alone. */
const moveFile = (from: string, to: string): Promise<void> =>
  rename(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EXDEV") return copyFile(from, to);
    throw error;
  });

/** Bundles everything that a fresh clone of the branch lacks; false if it lacks nothing. */
async function writeBundle(
  ask: Ask,
  { path, refs, fresh }: { path: string; refs: Record<string, string>; fresh: readonly string[] },
): Promise<boolean> {
  const wanted = [...Object.keys(refs), "HEAD", "--not", ...fresh];
  if ((await ask(["rev-list", "--max-count=1", ...wanted])) === "") return false;
  await ask(["bundle", "create", "--quiet", path, ...wanted]);
  await ask(["bundle", "verify", "--quiet", path]);
  return true;
}
