import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { foundAt } from "../../../lib/exists.ts";
import { bytesOfPath, gitPathOf, shownPath } from "../../../lib/git-path-rules.ts";
import { isWithin } from "../../../lib/is-within.ts";
import { unlessPassing } from "../../../lib/passing-fault.ts";
import { CloneError } from "./errors.ts";
import { type GitRun, git } from "./git.ts";
import { nestedPlace } from "./nested-repositories.ts";
import type { ArchivedPlace } from "./repository-archive.ts";
import { isRemoteAddress, resolvedAddress } from "./submodule-rules.ts";
import { submodulesOf } from "./submodules.ts";
import { text } from "./text.ts";

/** A repository, and where git keeps its own files. */
export interface Around {
  path: string;
  gitDir: string;
}

/** A repository in another, to which an archived one can be restored. */
export interface FreshPlace extends Around {
  /** It has nothing yet. */
  isNew: boolean;
  /** Makes the clone what it was before. */
  undo(): Promise<void>;
}

const noPlace = (path: string): CloneError =>
  new CloneError(text.noPlaceForNested(path), { transient: false });

/**
 * The repository that a fresh clone has at the path, otherwise a new one there. No folder on the way to it is a link, and git's
 * files are in the clone, whatever the archive says.
 */
export async function freshPlace(
  outer: Around,
  { path: name, module }: ArchivedPlace,
  { top, run }: { top: string; run: GitRun },
): Promise<FreshPlace> {
  const path = await ownFolder(outer.path, name);
  const there = await nestedPlace({ ...outer, top }, gitPathOf(Buffer.from(name, "utf8")));
  const inside = { ...run, cwd: path };
  if (there !== null && !there.isWorktree) {
    const before = (await git(["rev-parse", "HEAD"], inside)).trim();
    const undo = async (): Promise<void> =>
      void (await git(["checkout", "--quiet", "--force", "--detach", before], inside));
    return { path, gitDir: there.gitDir, isNew: false, undo };
  }
  const modules = join(outer.gitDir, "modules");
  const gitDir = module === null ? join(path, ".git") : join(modules, module);
  // That of one which was moved is still there.
  const settings = join(gitDir, "config");
  const kept = await readFile(settings).catch(unlessPassing(null));
  if ((await readdir(path)).length > 0 || (module !== null && !isWithin(gitDir, modules)))
    throw noPlace(name);
  const undo = async (): Promise<void> => {
    await rm(path, { recursive: true, force: true });
    await (kept === null ? rm(gitDir, { recursive: true, force: true }) : writeFile(settings, kept));
  };
  try {
    await begin({ path, gitDir }, inside);
    await setAddress(outer, { name, inside: path }, run);
  } catch (error) {
    await undo();
    throw error;
  }
  return { path, gitDir, isNew: kept === null, undo };
}

/** A new repository, whose addresses of its own parts are as relative as git makes those of submodules. */
async function begin({ path, gitDir }: Around, run: GitRun): Promise<void> {
  const isInside = gitDir === join(path, ".git");
  if (!isInside) await mkdir(dirname(gitDir), { recursive: true, mode: 0o700 });
  const apart = isInside ? [] : ["--separate-git-dir", gitDir];
  await git(["init", "--quiet", "--template=", ...apart, path], run);
  if (isInside) return;
  await writeFile(join(path, ".git"), `gitdir: ${relative(path, gitDir)}\n`);
  await git(["config", "core.worktree", relative(gitDir, path)], run);
}

/** Where git would fetch it from, if `.gitmodules` names a place that an ordinary transport reaches. */
async function setAddress(
  outer: Around,
  { name, inside }: { name: string; inside: string },
  run: GitRun,
): Promise<void> {
  const around = { ...run, cwd: outer.path };
  const submodule = (await submodulesOf(outer.path, run)).find(({ path }) => path === name);
  if (submodule === undefined) return;
  const base = await git(["config", "remote.origin.url"], around).catch(unlessPassing(""));
  const address = resolvedAddress(submodule.url, base.trim());
  if (address === null || !isRemoteAddress(address)) return;
  for (const [key, value] of [
    ["active", "true"],
    ["url", address],
  ] as const)
    await git(["config", `submodule.${submodule.name}.${key}`, value], around);
  const own = { ...run, cwd: inside };
  await git(["config", "remote.origin.url", address], own);
  await git(["config", "remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*"], own);
}

/** The folder at a path in a clone, made if it is missing. */
async function ownFolder(top: string, name: string): Promise<string> {
  let at = top;
  for (const part of name.split("/")) {
    if (["", ".", ".."].includes(part) || part.toLowerCase() === ".git") throw noPlace(name);
    at = join(at, part);
    const found = await foundAt(at);
    if (found === null) await mkdir(at);
    else if (!found.isDirectory()) throw noPlace(name);
  }
  return at;
}

/** Removes what a fresh clone has at paths that the restored one has no repository at. */
export async function removeOthers(
  { path: top }: Around,
  { fresh, kept }: { fresh: readonly string[]; kept: readonly string[] },
): Promise<void> {
  for (const name of fresh) {
    if (kept.includes(name)) continue;
    let at = top;
    const isPlain = await name.split("/").reduce(async (before, part) => {
      if (!(await before)) return false;
      at = join(at, part);
      return (await foundAt(at))?.isDirectory() === true;
    }, Promise.resolve(true));
    if (isPlain && (await foundAt(join(at, ".git"))) !== null) await rm(at, { recursive: true, force: true });
  }
}

/** A path of git's as text; null for one whose name is none. */
export function textOfPath(path: string): string | null {
  const name = bytesOfPath(path).toString("utf8");
  return gitPathOf(Buffer.from(name, "utf8")) === path ? name : null;
}

export const withPlace = (path: string, error: unknown): unknown =>
  error instanceof CloneError
    ? new CloneError(text.inNested(shownPath(path), error.message), {
        transient: error.transient,
        cause: error,
      })
    : error;
