import { realpath, rm } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { type GitPath, shownPath } from "../../../lib/git-path-rules.ts";
import { unlessPassing } from "../../../lib/passing-fault.ts";
import { type Ask, cannotArchive } from "./archived-files.ts";
import { git } from "./git.ts";
import { type Around, freshPlace, removeOthers, textOfPath, withPlace } from "./nested-archive.ts";
import { type NestedPlace, nestedPlace } from "./nested-repositories.ts";
import {
  type ArchivedPlace,
  type ArchivedRepository,
  lookBeforeArchiving,
  nestedFolder,
  readRecord,
  restoreCuts,
  restoreRepository,
  archiveTimeoutMs as timeoutMs,
  writeArchive,
} from "./repository-archive.ts";
import { type SafeClone, type SafeGit, type SafeReading, withSafeGit } from "./safe-git.ts";
import { knownStart } from "./start-record.ts";
import { linksIn } from "./submodule-rules.ts";

export { isCloneArchived } from "./repository-archive.ts";

interface Run {
  clone: string;
  /** The branch it was cloned at, which a fresh clone has as well. */
  cloned: string;
  environment: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
}

/** Deeper, and more, than people have. */
const mostLevels = 5;
const mostRepositories = 200;

interface Archiving {
  run: Run & SafeReading;
  /** How many more repositories are kept. */
  left: number;
}

/**
 * Writes what a clone has and its remote lacks into `folder`: commits of every branch, stashes, staged and unstaged
 * work, new files, and the whole of the repositories that lie in it. Files that git ignores are not kept. The clone is not
 * touched, and no program that it names runs. Throws a CloneError if some of it cannot be kept.
 */
export async function archiveClone(run: Archiving["run"], folder: string): Promise<void> {
  await archiveAt({ path: run.clone }, folder, { all: { run, left: mostRepositories }, level: 0 }).catch(
    async (error: unknown) => {
      // What the clone borrowed meanwhile may be in it.
      await rm(folder, { recursive: true, force: true });
      throw error;
    },
  );
}

/** Resolves with the commit that the repository is at. */
function archiveAt(
  place: Pick<SafeClone, "path" | "gitDir" | "commonDir">,
  folder: string,
  of: { all: Archiving; level: number },
): Promise<string> {
  const { clone: top, gitFolders, environment, sandbox, signal, cloned } = of.all.run;
  const how = { top, gitFolders, environment, sandbox, signal, refs: "all", timeoutMs } as const;
  return withSafeGit({ ...place, ...how }, async (safe) => {
    const found = await lookBeforeArchiving(safe);
    const nested: ArchivedPlace[] = [];
    const pointers: { path: GitPath; commit: string }[] = [];
    for (const path of [...found.submodules, ...found.fresh.repositories]) {
      const inner = await innerPlace(safe, path, of);
      const inside = { all: of.all, level: of.level + 1 };
      const commit = await archiveAt(inner.place, nestedFolder(folder, nested.length), inside).catch(
        (error: unknown) => {
          throw withPlace(path, error);
        },
      );
      nested.push(inner.archived);
      if (found.submodules.includes(path)) pointers.push({ path, commit });
    }
    const isNested = of.level > 0;
    const has = isNested ? [] : await freshCommits(safe, cloned);
    await writeArchive(safe, folder, { fresh: found.fresh, pointers, nested, has, isNested });
    return found.head;
  });
}

/** A working tree of the clone itself is not kept, nor one whose files git keeps elsewhere. */
async function innerPlace(
  safe: SafeGit,
  path: GitPath,
  { all, level }: { all: Archiving; level: number },
): Promise<{ place: NestedPlace; archived: ArchivedPlace }> {
  const outer = { path: safe.path, gitDir: safe.commonDir, top: all.run.clone };
  const place = await nestedPlace(outer, path);
  const name = textOfPath(path);
  all.left -= 1;
  if (place === null || place.isWorktree || name === null || all.left < 0 || level >= mostLevels)
    throw cannotArchive({ kind: "nested_repositories", path: shownPath(path) });
  const isApart = place.gitDir !== join(place.path, ".git");
  const module = isApart ? await moduleOf(safe.commonDir, place) : null;
  return { place, archived: { path: name, module } };
}

async function moduleOf(outerGitDir: string, { gitDir }: NestedPlace): Promise<string> {
  return relative(join(await realpath(outerGitDir), "modules"), gitDir).replaceAll(sep, "/");
}

/**
 * Restores the clone archived in `folder` into a fresh clone. If that fails, throws a CloneError, resets the clone to its
 * fresh state and keeps the archive.
 */
export async function restoreClone(run: Run, folder: string): Promise<void> {
  const ask = freshAsker(run, run.clone);
  const archived = await readRecord(folder);
  const pristine = await ask(["rev-parse", "HEAD"]);
  const links = async (): Promise<string[]> => linksIn(await ask(["ls-files", "--stage", "-z"]));
  const fresh = await links();
  const around = { path: run.clone, gitDir: join(run.clone, ".git") };
  const undo: (() => Promise<void>)[] = [];
  try {
    await restoreRepository(ask, archived, { folder, gitDir: around.gitDir });
    await restoreNested({ around, archived, folder }, { run, undo });
    const kept = (archived.nested ?? []).map(({ path }) => path);
    await removeOthers(around, { fresh, kept: [...(await links()), ...kept] });
  } catch (error) {
    for (const step of undo.toReversed()) await step().catch(() => undefined);
    await ask(["checkout", "--quiet", "--force", "--detach", pristine]).catch(() => undefined);
    throw error;
  }
}

async function restoreNested(
  { around, archived, folder }: { around: Around; archived: ArchivedRepository; folder: string },
  of: { run: Run; undo: (() => Promise<void>)[] },
): Promise<void> {
  for (const [number, place] of (archived.nested ?? []).entries()) {
    const { environment, signal, clone: top } = of.run;
    const inner = await freshPlace(around, place, { top, run: { environment, signal, timeoutMs } });
    of.undo.push(inner.undo);
    const from = nestedFolder(folder, number);
    const record = await readRecord(from);
    await restoreCuts(inner.gitDir, record, inner.isNew);
    await restoreRepository(freshAsker(of.run, inner.path), record, { folder: from, gitDir: inner.gitDir });
    await restoreNested({ around: inner, archived: record, folder: from }, of);
  }
}

/** Trimmed answers of git in a clone that was just made, where the configuration is git's own. */
function freshAsker({ environment, signal }: Run, cwd: string): Ask {
  const run = { cwd, environment, signal, timeoutMs };
  // The repositories in it are restored after it, by themselves.
  return async (args) => (await git(["-c", "submodule.recurse=false", ...args], run)).trim();
}

/** What a fresh clone of the branch will have: where this one started, or else its remote's branch, whatever that is called. */
async function freshCommits(safe: SafeGit, cloned: string): Promise<string[]> {
  const start = await knownStart(safe.path);
  const isThere =
    start !== null &&
    (await safe.run(["cat-file", "-t", start]).catch(unlessPassing(""))).trim() === "commit";
  if (isThere) return [start];
  const remotes = [...safe.refs.keys()].filter((ref) => ref.startsWith("refs/remotes/"));
  return remotes.filter((ref) => ref.endsWith(`/${cloned}`)).slice(0, 1);
}
