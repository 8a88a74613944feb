import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { exists } from "../../../lib/exists.ts";
import { bytesOfPath, type GitPath } from "../../../lib/git-path-rules.ts";
import { unlessPassing } from "../../../lib/passing-fault.ts";
import { CloneError } from "./errors.ts";
import { decideCheckout, type LineEndSettings } from "./line-end-rules.ts";
import { committer, type NewPaths, recordReader, type SafeGit, type SafeRun } from "./safe-git.ts";
import { type ArchiveObstacle, text } from "./text.ts";

/** Trimmed answers of git. */
export type Ask = (args: readonly string[], options?: SafeRun) => Promise<string>;

/** The files of the working tree, and what was staged. */
export const filesRef = "refs/signalbox/files";
export const stagedRef = "refs/signalbox/staged";

/** Files come back byte by byte, whatever the repository's attributes would make of their line ends or their encoding. */
const asTheyAre = "* -text -ident -filter -working-tree-encoding\n";

export const cannotArchive = (obstacle: ArchiveObstacle): CloneError =>
  new CloneError(text.archiveObstacle(obstacle), { transient: false });

/** What lies in a repository besides the files that it tracks. */
interface Contents {
  fresh: NewPaths;
  /** Its submodules, and the commits that they are at. */
  pointers: readonly { path: GitPath; commit: string }[];
}

/** Commits the folder and the index as they are, under refs of ours, where they differ from HEAD. */
export async function keepFiles(safe: SafeGit, ask: Ask, { fresh, pointers }: Contents): Promise<void> {
  const look = ["status", "--porcelain", "--untracked-files=all", "--ignore-submodules=dirty"];
  const clean = (await ask(look)) === "";
  const converted = await unlikeCheckout(safe);
  for (const ref of [filesRef, stagedRef]) await ask(["update-ref", "-d", ref]).catch(() => undefined);
  if (clean && converted.length === 0) return;
  if (fresh.truncated) throw cannotArchive({ kind: "too_many_files" });
  const staged = await ask(["write-tree"]);
  const environment = { GIT_INDEX_FILE: join(safe.folder, "index-of-files") };
  // Begun as what is staged, as a file that is new there is not new to git. Git believes an index by its time.
  const index = join(safe.folder, "index");
  if (await exists(index)) await cp(index, environment.GIT_INDEX_FILE, { preserveTimestamps: true });
  const entering = (lines: readonly string[]): Promise<unknown> =>
    ask(["update-index", "-z", "--index-info"], { environment, input: bytesOfPath(lines.join("")) });
  const links = await linksOf(safe);
  // Git would look into a submodule with the settings of that, and takes a file for the one it knows by its line ends.
  const taken = [...links.map(({ path }) => path), ...converted];
  if (taken.length > 0) await entering(taken.map((path) => `0 ${"0".repeat(staged.length)}\t${path}\0`));
  await withAttributes(safe.folder, async () => {
    await ask(["add", "--update", "--", "."], { environment });
    const byName = ["add", "--force", "--pathspec-from-file=-", "--pathspec-file-nul"];
    const names = [...fresh.files, ...converted].join("\0");
    if (names !== "") await ask(byName, { environment, input: bytesOfPath(names) });
  });
  const isAt = new Map(pointers.map(({ path, commit }) => [path, commit]));
  if (links.length > 0)
    await entering(links.map(({ path, commit }) => `160000 ${isAt.get(path) ?? commit}\t${path}\0`));
  await commitTree(ask, filesRef, await ask(["write-tree"], { environment }));
  await commitTree(ask, stagedRef, staged);
}

/** Runs git commands with `asTheyAre` before all other attributes. */
export async function withAttributes(gitDir: string, act: () => Promise<unknown>): Promise<void> {
  const path = join(gitDir, "info/attributes");
  const before = await readFile(path).catch(unlessPassing(null));
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

/** The submodules in the index, fetched or not. */
async function linksOf({ stream }: SafeGit): Promise<{ path: GitPath; commit: string }[]> {
  const found: { path: GitPath; commit: string }[] = [];
  await stream(
    ["ls-files", "--stage", "-z"],
    recordReader((record) => {
      const [, commit, path] = /^160000 ([0-9a-f]+) 0\t(.+)$/s.exec(record) ?? [];
      if (commit !== undefined && path !== undefined) found.push({ path, commit });
      return true;
    }),
  );
  return found;
}

/** The tracked files whose line ends are not those of a checkout: git takes them for unchanged if it would store them alike. */
async function unlikeCheckout(safe: SafeGit): Promise<GitPath[]> {
  const settings = await lineEndSettings(safe);
  if (settings === null) return [];
  const found: GitPath[] = [];
  await safe.stream(
    ["ls-files", "--eol", "-z"],
    recordReader((record) => {
      const [, stored, there, attributes = "", path] =
        /^i\/(\S*) +w\/(\S*) +attr\/(.*?) *\t(.+)$/s.exec(record) ?? [];
      if (path === undefined || stored === undefined || there === undefined || there === "") return true;
      if (decideCheckout(stored, { ...settings, attributes }) !== there) found.push(path);
      return true;
    }),
  );
  return found;
}

/** Null if nothing makes git convert line ends, so that no file need be read. */
async function lineEndSettings({ folder, stream }: SafeGit): Promise<LineEndSettings | null> {
  const config = await readFile(join(folder, "config"), "utf8");
  const valueOf = (name: string): string | null =>
    new RegExp(`^${name} = (\\w+)$`, "m").exec(config)?.[1] ?? null;
  const settings = { autocrlf: valueOf("autocrlf"), eol: valueOf("eol") };
  if (settings.autocrlf === "true" || settings.autocrlf === "input") return settings;
  let hasAttributes = false;
  await stream(
    ["ls-files", "--cached", "--others", "-z"],
    recordReader((path) => {
      hasAttributes ||= /(?:^|\/)\.gitattributes$/.test(path);
      return !hasAttributes;
    }),
  );
  return hasAttributes ? settings : null;
}
