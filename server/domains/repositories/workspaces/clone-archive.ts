import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { exists } from "../../../lib/exists.ts";
import { CloneError } from "./errors.ts";
import { git } from "./git.ts";
import { newFiles, type SafeGit, withSafeGit } from "./safe-git.ts";
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
export async function archiveClone(run: Run & { gitFolders: string }, folder: string): Promise<void> {
  const { clone: path, gitFolders, environment, signal } = run;
  await withSafeGit({ path, gitFolders, environment, signal, refs: "all", timeoutMs }, async (safe) => {
    const ask = askerOf(safe);
    await refuseIfLossy(path, ask);
    const head = await ask(["rev-parse", "HEAD"]);
    const branch = await ask(["symbolic-ref", "--quiet", "--short", "HEAD"]).catch(() => null);
    await keepFiles(safe, ask);
    const stashes = await keepStashes(ask);
    const refs = await ownRefs(ask);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const hasBundle = await writeBundle(ask, { path: join(folder, bundleName), refs, cloned: run.cloned });
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
    await ask(["read-tree", "--reset", "-u", filesRef]);
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
  return async (args) => (await git(["-c", "core.hooksPath=/dev/null", ...args], run)).trim();
}

const cannotArchive = (obstacle: ArchiveObstacle): CloneError =>
  new CloneError(text.archiveObstacle(obstacle), { transient: false });

async function refuseIfLossy(clone: string, ask: Ask): Promise<void> {
  const names = await readdir(join(clone, ".git"));
  const marker = unfinishedMarkers.find((name) => names.includes(name));
  if (marker !== undefined) throw cannotArchive({ kind: "unfinished_operation", marker });
  const unmerged = await ask(["ls-files", "--unmerged"]);
  if (unmerged !== "") throw cannotArchive({ kind: "unresolved_conflicts" });
  const modules = await ask(["ls-files", "--stage"]);
  if (/^160000 /m.test(modules)) throw cannotArchive({ kind: "nested_repositories" });
}

/** Commits the folder and the index as they are, under refs of ours, where they differ from HEAD. */
async function keepFiles(safe: SafeGit, ask: Ask): Promise<void> {
  const clean = (await ask(["status", "--porcelain", "--untracked-files=all"])) === "";
  for (const ref of [filesRef, stagedRef]) await ask(["update-ref", "-d", ref]).catch(() => undefined);
  if (clean) return;
  const staged = await ask(["write-tree"]);
  const listed = await ask(["ls-files", "--others", "--exclude-standard", "-z"]);
  if (listed.split("\0").some((path) => path.endsWith("/")))
    throw cannotArchive({ kind: "nested_repositories" });
  const fresh = await newFiles(safe);
  const environment = { GIT_INDEX_FILE: join(safe.folder, "index-of-files") };
  await ask(["read-tree", "HEAD"], { environment });
  if (/^160000 /m.test(await ask(["ls-files", "--stage"], { environment })))
    throw cannotArchive({ kind: "nested_repositories" });
  await ask(["add", "--update", "--", "."], { environment });
  const byName = ["add", "--pathspec-from-file=-", "--pathspec-file-nul"];
  if (fresh.length > 0) await ask(byName, { environment, input: fresh.join("\0") });
  await commitTree(ask, filesRef, await ask(["write-tree"], { environment }));
  await commitTree(ask, stagedRef, staged);
}

const committer = {
  GIT_AUTHOR_NAME: "Signalbox",
  GIT_AUTHOR_EMAIL: "signalbox@localhost",
  GIT_COMMITTER_NAME: "Signalbox",
  GIT_COMMITTER_EMAIL: "signalbox@localhost",
};

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

/** Bundles everything that a fresh clone of the branch lacks; false if it lacks nothing. */
async function writeBundle(
  ask: Ask,
  { path, refs, cloned }: { path: string; refs: Record<string, string>; cloned: string },
): Promise<boolean> {
  const wanted = [...Object.keys(refs), "HEAD", "--not", `refs/remotes/origin/${cloned}`];
  if ((await ask(["rev-list", "--max-count=1", ...wanted])) === "") return false;
  await rm(path, { force: true });
  await ask(["bundle", "create", "--quiet", path, ...wanted]);
  await ask(["bundle", "verify", "--quiet", path]);
  return true;
}
