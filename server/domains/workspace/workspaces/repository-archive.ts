import { copyFile, lstat, mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { exists } from "../../../lib/exists.ts";
import { bytesOfPath, type GitPath, shownPath } from "../../../lib/git-path-rules.ts";
import { unlessPassing } from "../../../lib/passing-fault.ts";
import { type Ask, cannotArchive, filesRef, keepFiles, stagedRef, withAttributes } from "./archived-files.ts";
import { hashPattern } from "./copied-refs.ts";
import { lookAtAll } from "./own-index.ts";
import { type NewPaths, newPaths, type SafeGit } from "./safe-git.ts";

/** What is kept of a repository: its HEAD and refs; a bundle beside it has the commits that a fresh one lacks. */
export interface ArchivedRepository {
  head: string;
  /** The branch that was checked out; null if none was. */
  branch: string | null;
  /** Branches, tags and refs of ours, by name; of a repository in a clone also those of its remotes. */
  refs: Record<string, string>;
  /** Newest first. */
  stashes: { commit: string; message: string }[];
  hasBundle: boolean;
  /** The commits at which the history of a repository in a clone was cut off. */
  shallow?: string[];
  /** The repositories in it; each is in a folder of its own, by its place in this list. */
  nested?: ArchivedPlace[];
}

/** Where a repository in another lies. */
export interface ArchivedPlace {
  path: string;
  /** Its folder in `.git/modules` of the one around it; null if its own `.git` has everything. */
  module: string | null;
}

const recordName = "clone.json";
const bundleName = "work.bundle";
/** Large bundles take long. */
export const archiveTimeoutMs = 120_000;

/** Markers of unfinished merges and the like, which a bundle cannot contain. */
const unfinishedMarkers = [
  "MERGE_HEAD",
  "CHERRY_PICK_HEAD",
  "REVERT_HEAD",
  "BISECT_LOG",
  "rebase-merge",
  "rebase-apply",
];

/** True if a clone was archived in the folder. */
export const isCloneArchived = (folder: string): Promise<boolean> => exists(join(folder, recordName));

export const readRecord = async (folder: string): Promise<ArchivedRepository> =>
  JSON.parse(await readFile(join(folder, recordName), "utf8")) as ArchivedRepository;

/** The folder of a repository in the archived one. */
export const nestedFolder = (folder: string, place: number): string => join(folder, `nested-${place}`);

/** Trimmed answers of git through a folder of ours, for a clone that an agent has written to. */
const askerOf =
  ({ run }: SafeGit): Ask =>
  async (args, options) =>
    (await run(args, options)).trim();

/** What lies in a repository that can be archived. */
export interface Archivable {
  head: string;
  submodules: GitPath[];
  fresh: NewPaths;
}

/** Throws a CloneError if some of it could not be kept. */
export async function lookBeforeArchiving(safe: SafeGit): Promise<Archivable> {
  const names = await readdir(safe.gitDir);
  const marker = unfinishedMarkers.find((name) => names.includes(name));
  if (marker !== undefined) throw cannotArchive({ kind: "unfinished_operation", marker });
  if (safe.head.commit === null) throw cannotArchive({ kind: "no_commit" });
  const { conflicted, repositories, filled } = await lookAtAll(safe);
  if (conflicted.size > 0) throw cannotArchive({ kind: "unresolved_conflicts" });
  const fresh = await newPaths(safe);
  // A submodule that was never fetched has nothing to lose.
  const lost = filled[0] ?? (await ledElsewhere(safe, fresh.files));
  if (lost !== null) throw cannotArchive({ kind: "nested_repositories", path: shownPath(lost) });
  return { head: safe.head.commit, submodules: repositories, fresh };
}

/** A folder of new files whose `.git` leads out of the clone: git takes it for a plain one, as it sees nothing there. */
async function ledElsewhere({ path }: SafeGit, files: readonly GitPath[]): Promise<GitPath | null> {
  const folders = new Set<GitPath>();
  for (const file of files) {
    for (let end = file.lastIndexOf("/"); end > 0; end = file.lastIndexOf("/", end - 1)) {
      if (folders.has(file.slice(0, end))) break;
      folders.add(file.slice(0, end));
    }
  }
  const top = Buffer.from(join(path, sep));
  for (const folder of folders) {
    const own = Buffer.concat([top, bytesOfPath(`${folder}/.git`)]);
    const found = await lstat(own).catch(unlessPassing(null));
    if (found !== null && !found.isDirectory()) return folder;
  }
  return null;
}

/** Writes what was archived of one repository; `fresh` are commits that the one it is restored to will have. */
export async function writeArchive(
  safe: SafeGit,
  folder: string,
  of: Pick<Archivable, "fresh"> & {
    pointers: readonly { path: GitPath; commit: string }[];
    nested: ArchivedPlace[];
    has: readonly string[];
    isNested: boolean;
  },
): Promise<void> {
  const ask = askerOf(safe);
  const head = await ask(["rev-parse", "HEAD"]);
  const branch = await ask(["symbolic-ref", "--quiet", "--short", "HEAD"]).catch(unlessPassing(null));
  await keepFiles(safe, ask, of);
  const stashes = await keepStashes(ask);
  const refs = await ownRefs(ask, of.isNested ? ["refs/remotes"] : []);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const bundle = join(safe.folder, bundleName);
  const hasBundle = await writeBundle(ask, { path: bundle, refs, has: of.has });
  if (hasBundle) await moveFile(bundle, join(folder, bundleName));
  const cut = of.isNested ? await cutOffAt(safe.folder) : [];
  const record: ArchivedRepository = { head, branch, refs, stashes, hasBundle };
  if (cut.length > 0) record.shallow = cut;
  if (of.nested.length > 0) record.nested = of.nested;
  await writeFile(join(folder, `${recordName}.part`), JSON.stringify(record), { mode: 0o600 });
  await rename(join(folder, `${recordName}.part`), join(folder, recordName));
}

const cutOffAt = async (gitDir: string): Promise<string[]> =>
  (await readFile(join(gitDir, "shallow"), "utf8").catch(unlessPassing("")))
    .split("\n")
    .filter((line) => hashPattern.test(line));

/** Restores one repository into a fresh one, in whose `.git` is what git needs. */
export async function restoreRepository(
  ask: Ask,
  { refs, branch, head, ...archived }: ArchivedRepository,
  { folder, gitDir }: { folder: string; gitDir: string },
): Promise<void> {
  if (archived.hasBundle) await ask(["bundle", "unbundle", join(folder, bundleName)]);
  for (const [name, commit] of Object.entries(refs)) await ask(["update-ref", name, commit]);
  for (const { commit, message } of archived.stashes.toReversed()) {
    await ask(["stash", "store", "--quiet", "--message", message, commit]);
  }
  await ask(["checkout", "--quiet", "--force", ...(branch === null ? ["--detach"] : ["-B", branch]), head]);
  if (refs[filesRef] === undefined) return;
  await withAttributes(gitDir, () => ask(["read-tree", "--reset", "-u", filesRef]));
  await ask(["read-tree", stagedRef]);
}

/** Cuts the history of a repository off where that of the archived one was, unless it has more. */
export async function restoreCuts(
  gitDir: string,
  { shallow = [] }: ArchivedRepository,
  isNew: boolean,
): Promise<void> {
  const before = await cutOffAt(gitDir);
  if (shallow.length === 0 || (!isNew && before.length === 0)) return;
  const lines = [...new Set([...before, ...shallow])].map((commit) => `${commit}\n`);
  await writeFile(join(gitDir, "shallow"), lines.join(""));
}

/** Adds a ref of ours to every stash, because git has a ref only for the newest. */
async function keepStashes(ask: Ask): Promise<ArchivedRepository["stashes"]> {
  const log = await ask(["log", "--walk-reflogs", "--format=%H%x09%gs", "refs/stash"]).catch(
    unlessPassing(""),
  );
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

async function ownRefs(ask: Ask, more: readonly string[]): Promise<Record<string, string>> {
  const namespaces = ["refs/heads", "refs/tags", "refs/signalbox", ...more];
  const list = await ask(["for-each-ref", "--format=%(objectname) %(refname)", ...namespaces]);
  const lines = list.split("\n").filter((line) => line !== "");
  const named = lines.map((line) => [line.slice(line.indexOf(" ") + 1), line.slice(0, line.indexOf(" "))]);
  // The HEAD of a remote is only another name of one of its branches.
  return Object.fromEntries(named.filter(([name = ""]) => !/^refs\/remotes\/.*\/HEAD$/.test(name)));
}

/** Git writes into our git folder alone. */
const moveFile = (from: string, to: string): Promise<void> =>
  rename(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EXDEV") return copyFile(from, to);
    throw error;
  });

/** Bundles everything that a fresh repository lacks; false if it lacks nothing. */
async function writeBundle(
  ask: Ask,
  { path, refs, has }: { path: string; refs: Record<string, string>; has: readonly string[] },
): Promise<boolean> {
  const wanted = [...Object.keys(refs), "HEAD", "--not", ...has];
  if ((await ask(["rev-list", "--max-count=1", ...wanted])) === "") return false;
  await ask(["bundle", "create", "--quiet", path, ...wanted]);
  await ask(["bundle", "verify", "--quiet", path]);
  return true;
}
