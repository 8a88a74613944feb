import type { Stats } from "node:fs";
import { mkdir, mkdtemp, readdir, realpath, rm, utimes, writeFile } from "node:fs/promises";
import { devNull } from "node:os";
import { join } from "node:path";
import { type GitPath, gitPathOf } from "../../../lib/git-path-rules.ts";
import { isWithin } from "../../../lib/is-within.ts";
import { unlessPassing } from "../../../lib/passing-fault.ts";
import { borrowedIn } from "./borrowed-objects.ts";
import { headOf, namedRefs, refsIn, writeRefs } from "./copied-refs.ts";
import { type GitRun, git, gitBytes, gitStream, type Take } from "./git.ts";
import type { GitSandbox } from "./git-sandbox.ts";
import { copyTo, type GitPlace, insistOnPlain, largestFile, openPlain, unsafe } from "./plain-files.ts";
import {
  configText,
  personalExcludes,
  personalFiles,
  personalSettings,
  wantedOfFiles,
} from "./safe-config.ts";

/**
 * Git reads an agent's clone through a git folder of ours: own configuration, refs and index copied as data, objects
 * borrowed through `alternates`. The clone's configuration, hooks and attribute files under `.git` are never opened, so
 * no program they name can start: no filter, text conversion, file system monitor, signature check or hook. The
 * attributes of the files themselves still count, but no driver of any name exists. Git runs in a sandbox that shows the
 * clone and our git folder alone, so that it finds nothing elsewhere, whatever an agent swaps while git reads.
 */
export interface SafeGit {
  /** stdout of a git command. Throws a CloneError. */
  run(args: readonly string[], options?: SafeRun): Promise<string>;
  runBytes(args: readonly string[]): Promise<Uint8Array>;
  /** Passes on what a command prints until `take` has enough. */
  stream(args: readonly string[], take: Take, options?: SafeRun): Promise<void>;
  /** Our git folder, for further index files. */
  folder: string;
  /** The clone, or a repository in it: its files. */
  path: string;
  /** The clone that it lies in, or is. */
  top: string;
  /** What it has where git keeps its own files. */
  gitDir: string;
  commonDir: string;
  /** What is checked out; `branch` is null if HEAD names a commit, `commit` if there is none yet. */
  head: { branch: string | null; commit: string | null };
  refs: ReadonlyMap<string, string>;
  /** Whether it has only some of its files on the disk, by git's own sparse checkout. */
  isSparse: boolean;
  /** The names of what is empty, in its format. */
  empty: { blob: string; tree: string };
}

export interface SafeRun {
  input?: string | Uint8Array;
  environment?: Readonly<Record<string, string>>;
}

/** What a clone of an agent is read with. */
export interface SafeReading {
  /** Where our git folder is made, for as long as it is used. */
  gitFolders: string;
  environment: Readonly<Record<string, string>>;
  sandbox: Pick<GitSandbox, "around">;
}

export interface SafeClone extends SafeReading {
  path: string;
  /** The clone that it lies in, if it is not one itself. */
  top?: string;
  /** Where its HEAD and index are; by default `.git` in it. */
  gitDir?: string;
  /** Where its objects, refs and settings are, for a working tree of a repository that has several. */
  commonDir?: string;
  /** The refs to copy besides HEAD: all with the stashes, or the remotes' branches and those of ours. */
  refs: "all" | "remotes";
  signal?: AbortSignal | undefined;
  timeoutMs: number;
  /** The folders of objects that it may borrow from, which were looked at; absent for none. */
  lenders?: readonly string[];
}

/** Who makes commits in our git folder. */
export const committer = {
  GIT_AUTHOR_NAME: "Signalbox",
  GIT_AUTHOR_EMAIL: "signalbox@localhost",
  GIT_COMMITTER_NAME: "Signalbox",
  GIT_COMMITTER_EMAIL: "signalbox@localhost",
};

/** HEAD of the clone when it was made. */
export const baseRef = "refs/signalbox/base";

/** Opens the clone for as long as `use` runs. Nothing in the clone is written. Throws a CloneError. */
export async function withSafeGit<Result>(
  clone: SafeClone,
  use: (safe: SafeGit) => Promise<Result>,
): Promise<Result> {
  const opened = await openSafeGit(clone);
  try {
    const result = await use(opened.safe);
    await opened.check();
    return result;
  } finally {
    await opened.close();
  }
}

export interface OpenedGit {
  safe: SafeGit;
  /** Throws a CloneError if what was read may have been another repository's. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Close it after use, and check it before what was read goes anywhere. Throws a CloneError. */
export async function openSafeGit(clone: SafeClone): Promise<OpenedGit> {
  await mkdir(clone.gitFolders, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(clone.gitFolders, "clone-"));
  const close = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const { path, top = path, gitDir = join(path, ".git"), commonDir = gitDir } = clone;
  const environment = safeEnvironment(clone.environment);
  const fill = async () => {
    const personal = await personalSettings(clone.environment, wantedOfFiles);
    const within = await clone.sandbox.around({
      readable: await shownOf(clone, personal),
      writable: [folder],
      cwd: path,
    });
    const about = await fillFolder(
      folder,
      { ...clone, top, gitDir, commonDir },
      { environment, personal, within },
    );
    return { about, within };
  };
  const { about, within } = await fill().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const runOf = (more: SafeRun = {}): GitRun => ({
    cwd: path,
    environment: { ...environment, GIT_DIR: folder, GIT_WORK_TREE: path, ...more.environment },
    signal: clone.signal,
    timeoutMs: clone.timeoutMs,
    input: more.input,
    within,
  });
  const safe: SafeGit = {
    folder,
    path,
    top,
    gitDir,
    commonDir,
    ...about,
    run: (args, options) => git(["--literal-pathspecs", ...args], runOf(options)),
    runBytes: (args) => gitBytes(["--literal-pathspecs", ...args], runOf()),
    stream: (args, take, options) => gitStream(["--literal-pathspecs", ...args], runOf(options), take),
  };
  // An agent may have borrowed some meanwhile.
  const check = async (): Promise<void> => {
    if (clone.lenders === undefined) await insistOnOwnObjects(commonDir);
  };
  return { safe, check, close };
}

/** Enough for a folder of packages that nobody ignores. */
const mostNewFiles = 200_000;

export interface NewPaths {
  files: GitPath[];
  /** Folders that are repositories of their own. */
  repositories: GitPath[];
  /** There are more files. */
  truncated: boolean;
}

/** What git neither tracks nor ignores. */
export async function newPaths({ stream }: SafeGit): Promise<NewPaths> {
  const found: NewPaths = { files: [], repositories: [], truncated: false };
  await stream(
    ["ls-files", "--others", "--exclude-standard", "-z"],
    recordReader((path) => {
      if (path.endsWith("/")) found.repositories.push(path.slice(0, -1));
      else if (found.files.length < mostNewFiles) found.files.push(path);
      else found.truncated = true;
      return !found.truncated;
    }),
  );
  return found;
}

/** Cuts what git prints into its records, with `-z` unless `end` is given; `read` gets one after the other until it returns false. */
export function recordReader(read: (record: string) => boolean, end = "\0"): Take {
  let rest = "";
  return (piece) => {
    const records = (rest + gitPathOf(piece)).split(end);
    rest = records.pop() ?? "";
    return records.every((record) => read(record));
  };
}

/** Variables that name a program or a further source of configuration stay out. */
function safeEnvironment(inherited: Readonly<Record<string, string>>): Record<string, string> {
  const named = ["LD_PRELOAD", "PAGER", "EDITOR", "VISUAL", "SSH_ASKPASS"];
  const kept = Object.entries(inherited).filter(
    ([name]) => !(name.toUpperCase().startsWith("GIT_") || named.includes(name)),
  );
  return {
    ...Object.fromEntries(kept),
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_PAGER: "cat",
    GIT_EDITOR: "true",
  };
}

async function fillFolder(
  folder: string,
  clone: SafeClone & { top: string; gitDir: string; commonDir: string },
  of: {
    environment: Readonly<Record<string, string>>;
    personal: ReadonlyMap<string, string>;
    within: readonly string[] | null;
  },
): Promise<Pick<SafeGit, "head" | "refs" | "isSparse" | "empty">> {
  const { gitDir, commonDir, environment: person } = clone;
  const own: GitPlace = { at: gitDir, top: clone.top };
  const common: GitPlace = { at: commonDir, top: clone.top };
  const { personal } = of;
  await insistOnPlain(gitDir, "folder");
  await insistOnPlain(join(commonDir, "objects"), "folder");
  await insistOnPlain(join(commonDir, "config"), "file");
  if (clone.lenders === undefined) await insistOnOwnObjects(commonDir);
  for (const name of ["objects/info", "objects/pack", "refs", "info", "logs/refs"])
    await mkdir(join(folder, name), { recursive: true });
  const refs = clone.refs === "all" ? await refsIn(common) : await refsIn(common, "refs/remotes");
  const { line, branch } = await headOf(own);
  const more = await namedRefs(common, [baseRef, ...(branch === null ? [] : [branch])]);
  for (const [name, hash] of more) refs.set(name, hash);
  const config = await configText({ gitDir, commonDir }, { folder, ...of });
  await Promise.all([
    writeFile(join(folder, "config"), config),
    writeFile(join(folder, "objects/info/alternates"), `${join(commonDir, "objects")}\n`),
    writeFile(join(folder, "HEAD"), line),
    writeRefs(join(folder, "packed-refs"), refs),
    copyPlain(common, folder, "shallow"),
    writeFile(join(folder, "info/exclude"), await personalExcludes(personal, person)),
    ...(clone.refs === "all" ? [copyPlain(common, folder, "logs/refs/stash")] : []),
    copyIndex(own, folder),
  ]);
  const commit = branch === null ? line.trim() : (refs.get(branch) ?? null);
  return {
    head: { branch, commit },
    refs,
    isSparse: config.includes("sparsecheckout = true"),
    empty: config.includes("objectFormat = sha256") ? emptySha256 : emptySha1,
  };
}

/** What our git folder refers to. Git finds nothing else but its own programs. */
async function shownOf(
  { path, top = path, lenders = [], environment }: SafeClone,
  personal: ReadonlyMap<string, string>,
): Promise<string[]> {
  const clone = [top, await realpath(top).catch(unlessPassing(top))];
  const others = [...lenders, ...(await personalFiles(personal, environment))];
  return [
    ...new Set([...clone, ...others.filter((other) => !clone.some((place) => isWithin(other, place)))]),
  ];
}

const emptySha1 = {
  blob: "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
  tree: "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
};
const emptySha256 = {
  blob: "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
  tree: "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
};

/** Git would read objects of another session, or of the owner, as if they were the clone's. */
async function insistOnOwnObjects(gitDir: string): Promise<void> {
  const borrowed = await borrowedIn(gitDir);
  if (borrowed !== null) throw unsafe(join(gitDir, borrowed), "borrowed");
}

async function copyPlain(place: GitPlace, folder: string, name: string): Promise<Stats | null> {
  const file = await openPlain(place, name);
  if (file === null) return null;
  const about = await file.stat();
  if (about.size <= largestFile) await copyTo(file, join(folder, name));
  else await file.close();
  if (about.size > largestFile) throw unsafe(join(place.at, name), "too_large");
  return about;
}

/**
 * With its time: git reads again a file that is as old as the index, as it may have changed within that second, and
 * trusts the index about any other.
 */
async function copyIndex(place: GitPlace, folder: string): Promise<void> {
  const names = (await readdir(place.at)).filter((name) => /^(index|sharedindex\.[0-9a-f]+)$/.test(name));
  for (const name of names) {
    const about = await copyPlain(place, folder, name);
    if (about !== null) await utimes(join(folder, name), about.atime, about.mtime);
  }
}
