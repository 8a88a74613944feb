import type { Stats } from "node:fs";
import { lstat, mkdir, mkdtemp, open, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { devNull } from "node:os";
import { join } from "node:path";
import { gitAnswer } from "../../../lib/git-answer.ts";
import { borrowedIn } from "./borrowed-objects.ts";
import { CloneError } from "./errors.ts";
import { type GitRun, git, gitBytes } from "./git.ts";
import { copyTo, linesOf, openPlain, plainLine } from "./plain-files.ts";
import { text, type UnsafeClone } from "./text.ts";

/**
 * Git reads an agent's clone through a git folder of ours: own configuration, refs and index copied as data, objects
 * borrowed through `alternates`. The clone's configuration, hooks and attribute files under `.git` are never opened, so
 * no program they name can start: no filter, text conversion, file system monitor, signature check or hook. The
 * attributes of the files themselves still count, but no driver of any name exists.
 */
export interface SafeGit {
  /** stdout of a git command. Throws a CloneError. */
  run(args: readonly string[], options?: SafeRun): Promise<string>;
  runBytes(args: readonly string[]): Promise<Uint8Array>;
  /** Our git folder, for further index files. */
  folder: string;
}

export interface SafeRun {
  input?: string;
  environment?: Readonly<Record<string, string>>;
}

interface SafeClone {
  path: string;
  /** Where our git folder is made, for as long as it is used. */
  gitFolders: string;
  environment: Readonly<Record<string, string>>;
  /** The refs to copy besides HEAD; "all" also copies the stashes. */
  refs: "all" | readonly string[];
  signal?: AbortSignal | undefined;
  timeoutMs: number;
}

/** Opens the clone for as long as `use` runs. Nothing in the clone is written. Throws a CloneError. */
export async function withSafeGit<Result>(
  clone: SafeClone,
  use: (safe: SafeGit) => Promise<Result>,
): Promise<Result> {
  await mkdir(clone.gitFolders, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(clone.gitFolders, "clone-"));
  try {
    const environment = safeEnvironment(clone.environment);
    await fillFolder(folder, clone, environment);
    const runOf = (more: SafeRun = {}): GitRun => ({
      cwd: clone.path,
      environment: { ...environment, GIT_DIR: folder, GIT_WORK_TREE: clone.path, ...more.environment },
      signal: clone.signal,
      timeoutMs: clone.timeoutMs,
      input: more.input,
    });
    const result = await use({
      folder,
      run: (args, options) => git(["--literal-pathspecs", ...args], runOf(options)),
      runBytes: (args) => gitBytes(["--literal-pathspecs", ...args], runOf()),
    });
    // An agent may have borrowed some meanwhile.
    await insistOnOwnObjects(join(clone.path, ".git"));
    return result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Paths of the files that git neither tracks nor ignores. A repository inside the clone is left out. */
export async function newFiles({ run }: SafeGit): Promise<string[]> {
  const listed = await run(["ls-files", "--others", "--exclude-standard", "-z"]);
  return listed.split("\0").filter((path) => path !== "" && !path.endsWith("/"));
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
  clone: SafeClone,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const gitDir = join(clone.path, ".git");
  await insistOnPlain(gitDir, "folder");
  await insistOnPlain(join(gitDir, "objects"), "folder");
  await insistOnPlain(join(gitDir, "config"), "file");
  await insistOnOwnObjects(gitDir);
  for (const name of ["objects/info", "refs", "info", "logs/refs"])
    await mkdir(join(folder, name), { recursive: true });
  const refs = clone.refs === "all" ? await allRefs(gitDir) : await namedRefs(gitDir, clone.refs);
  const head = await headOf(gitDir);
  if (head.branch !== null && !refs.has(head.branch)) {
    const found = (await namedRefs(gitDir, [head.branch])).get(head.branch);
    if (found !== undefined) refs.set(head.branch, found);
  }
  await Promise.all([
    writeFile(
      join(folder, "config"),
      await configText(gitDir, { folder, person: clone.environment, environment }),
    ),
    writeFile(join(folder, "objects/info/alternates"), `${join(gitDir, "objects")}\n`),
    writeFile(join(folder, "HEAD"), head.line),
    writeRefs(join(folder, "packed-refs"), refs),
    copyPlain(gitDir, folder, "shallow"),
    copyPlain(gitDir, folder, "info/exclude"),
    ...(clone.refs === "all" ? [copyPlain(gitDir, folder, "logs/refs/stash")] : []),
    copyIndex(gitDir, folder),
  ]);
}

async function insistOnPlain(path: string, wanted: "file" | "folder"): Promise<void> {
  const found = await lstat(path).catch(() => null);
  const plain = wanted === "file" ? found?.isFile() : found?.isDirectory();
  if (plain !== true) throw unsafe(path, wanted === "file" ? "not_a_file" : "not_a_folder");
}

/** Git would read objects of another session, or of the owner, as if they were the clone's. */
async function insistOnOwnObjects(gitDir: string): Promise<void> {
  const borrowed = await borrowedIn(gitDir);
  if (borrowed !== null) throw unsafe(join(gitDir, borrowed), "borrowed");
}

const unsafe = (path: string, why: UnsafeClone): CloneError =>
  new CloneError(text.unsafeClone(path.slice(path.lastIndexOf(".git")), why), { transient: false });

/** An index of a million files, or as many refs. */
const largestFile = 200_000_000;
/** Enough for the largest repositories; they are held in memory. */
const mostRefs = 200_000;

async function copyPlain(gitDir: string, folder: string, name: string): Promise<Stats | null> {
  const file = await openPlain(gitDir, name);
  if (file === null) return null;
  const about = await file.stat();
  if (about.size <= largestFile) await copyTo(file, join(folder, name));
  else await file.close();
  if (about.size > largestFile) throw unsafe(join(gitDir, name), "too_large");
  return about;
}

/**
 * With its time: git reads again a file that is as old as the index, as it may have changed within that second, and
 * trusts the index about any other.
 */
async function copyIndex(gitDir: string, folder: string): Promise<void> {
  const names = (await readdir(gitDir)).filter((name) => /^(index|sharedindex\.[0-9a-f]+)$/.test(name));
  for (const name of names) {
    const about = await copyPlain(gitDir, folder, name);
    if (about !== null) await utimes(join(folder, name), about.atime, about.mtime);
  }
}

const hashPattern = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
/** A name that git itself accepts, and that stays inside the folder. */
const refPattern = /^refs\/(?!.*(?:\.\.|\/\/|@\{|\/\.))[^\s~^:?*[\\\p{Cc}]+$/u;

async function headOf(gitDir: string): Promise<{ line: string; branch: string | null }> {
  const line = await plainLine(gitDir, "HEAD");
  const branch = line.startsWith("ref: ") ? line.slice(5).trim() : null;
  const sound = branch === null ? hashPattern.test(line) : refPattern.test(branch);
  if (!sound) throw unsafe(join(gitDir, "HEAD"), "malformed");
  return { line: `${line}\n`, branch };
}

/** Only those that are wanted, so that the others take no memory. */
async function packedRefs(
  gitDir: string,
  isWanted: (name: string) => boolean = () => true,
): Promise<Map<string, string>> {
  const refs = new Map<string, string>();
  const file = await openPlain(gitDir, "packed-refs");
  if (file === null) return refs;
  await using opened = file;
  if ((await opened.stat()).size > largestFile) throw unsafe(join(gitDir, "packed-refs"), "too_large");
  for await (const lines of linesOf(opened)) {
    for (const line of lines) {
      const space = line.indexOf(" ");
      const [hash, name] = [line.slice(0, space), line.slice(space + 1)];
      if (isWanted(name) && hashPattern.test(hash) && refPattern.test(name)) refs.set(name, hash);
    }
    if (refs.size > mostRefs) throw unsafe(join(gitDir, "packed-refs"), "too_large");
  }
  return refs;
}

/** Git sorts them itself. */
async function writeRefs(path: string, refs: ReadonlyMap<string, string>): Promise<void> {
  await using file = await open(path, "w", 0o600);
  let lines = "";
  for (const [name, hash] of refs) {
    lines += `${hash} ${name}\n`;
    if (lines.length < writtenAtOnce) continue;
    await file.appendFile(lines);
    lines = "";
  }
  await file.appendFile(lines);
}

const writtenAtOnce = 64 * 1024;

async function looseRef(gitDir: string, name: string): Promise<string | null> {
  const line = await plainLine(gitDir, name);
  return hashPattern.test(line) ? line : null;
}

async function namedRefs(gitDir: string, names: readonly string[]): Promise<Map<string, string>> {
  const refs = new Map<string, string>();
  const packed = await packedRefs(gitDir, (name) => names.includes(name));
  for (const name of names) {
    const hash = refPattern.test(name) ? ((await looseRef(gitDir, name)) ?? packed.get(name)) : undefined;
    if (hash !== undefined) refs.set(name, hash);
  }
  return refs;
}

async function allRefs(gitDir: string): Promise<Map<string, string>> {
  const refs = await packedRefs(gitDir);
  await insistOnPlain(join(gitDir, "refs"), "folder");
  const entries = await readdir(join(gitDir, "refs"), { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const name = join(entry.parentPath, entry.name)
      .slice(gitDir.length + 1)
      .replaceAll("\\", "/");
    const hash = refPattern.test(name) ? await looseRef(gitDir, name) : null;
    if (hash !== null) refs.set(name, hash);
  }
  return refs;
}

/** Settings that change what git takes for the content of a file, and can name nothing that runs. */
const keptSettings: Readonly<Record<string, RegExp>> = {
  "core.autocrlf": /^(true|false|input)$/,
  "core.eol": /^(lf|crlf|native)$/,
  "core.filemode": /^(true|false)$/,
  "core.ignorecase": /^(true|false)$/,
  "core.symlinks": /^(true|false)$/,
  "core.precomposeunicode": /^(true|false)$/,
};
const wantedSettings =
  "^(core\\.(autocrlf|eol|filemode|ignorecase|symlinks|precomposeunicode)|extensions\\.objectformat)$";

async function configText(
  gitDir: string,
  {
    folder,
    person,
    environment,
  }: {
    folder: string;
    person: Readonly<Record<string, string>>;
    environment: Readonly<Record<string, string>>;
  },
): Promise<string> {
  const file = join(gitDir, "config");
  const read = ["config", "-z", "--no-includes", "--file", file, "--get-regexp", wantedSettings];
  const [own, personal] = await Promise.all([
    gitAnswer(read, { environment, cwd: folder }),
    personalSettings({ folder, person }),
  ]);
  const settings = settingsOf(own ?? "");
  const sha256 = settings.get("extensions.objectformat")?.toLowerCase() === "sha256";
  const lines = [`[core]`, `repositoryformatversion = ${sha256 ? 1 : 0}`, "bare = false"];
  lines.push("fsmonitor = false", "hooksPath = /dev/null", "logAllRefUpdates = false");
  const lineEnds = personal.get("core.autocrlf");
  if (lineEnds !== undefined && !settings.has("core.autocrlf")) settings.set("core.autocrlf", lineEnds);
  for (const [name, pattern] of Object.entries(keptSettings)) {
    const value = settings.get(name)?.toLowerCase();
    if (value !== undefined && pattern.test(value)) lines.push(`${name.slice("core.".length)} = ${value}`);
  }
  const excludes = personal.get("core.excludesfile");
  if (excludes !== undefined) lines.push(`excludesFile = ${JSON.stringify(excludes)}`);
  lines.push("[diff]", "ignoreSubmodules = all", "[gc]", "auto = 0");
  if (sha256) lines.push("[extensions]", "objectFormat = sha256");
  return `${lines.join("\n")}\n`;
}

function settingsOf(listed: string): Map<string, string> {
  const settings = new Map<string, string>();
  for (const entry of listed.split("\0")) {
    const [name = "", value = "true"] = entry.split("\n", 2);
    settings.set(name.toLowerCase(), value);
  }
  return settings;
}

const wantedPersonal = "^core\\.(autocrlf|excludesfile)$";

/** What the person's own configuration says, which no agent writes; paths with the home filled in. */
async function personalSettings({
  folder,
  person,
}: {
  folder: string;
  person: Readonly<Record<string, string>>;
}): Promise<Map<string, string>> {
  const environment = Object.fromEntries(Object.entries(person).filter(([key]) => !key.startsWith("GIT_")));
  const args = ["config", "-z", "--path", "--get-regexp", wantedPersonal];
  return settingsOf((await gitAnswer(args, { environment, cwd: folder })) ?? "");
}
