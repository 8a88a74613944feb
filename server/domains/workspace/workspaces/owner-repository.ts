import { readFile, realpath, stat } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { exists, foundAt } from "../../../lib/exists.ts";
import { unlessPassing } from "../../../lib/passing-fault.ts";
import { localPath } from "./rules.ts";

/** Where git keeps a repository of the owner. */
export interface OwnerRepository {
  /** Of the checkout that was named: a linked worktree has one of its own. */
  gitFolder: string;
  /** What all worktrees share: objects, refs, hooks. */
  commonFolder: string;
}

/** Looks where git would for a path that a clone was made from; null if there is no repository. */
export async function findRepository(path: string): Promise<OwnerRepository | null> {
  for (const place of [join(path, ".git"), path, `${path}.git`]) {
    const gitFolder = await gitFolderAt(place);
    if (gitFolder === null) continue;
    const common = await firstLine(join(gitFolder, "commondir"));
    const commonFolder = common === null ? gitFolder : await folderWithHead(resolve(gitFolder, common));
    if (commonFolder !== null && (await exists(join(commonFolder, "objects"))))
      return { gitFolder, commonFolder };
  }
  return null;
}

/** Where git keeps what is at `gitRoot`; null for a repository elsewhere, or if there is none. */
export async function localRepository(gitRoot: string): Promise<OwnerRepository | null> {
  const path = localPath(gitRoot);
  return path === null ? null : findRepository(path);
}

/** The repository that a folder lies in, as git finds it, and the way from there; null for any other path. */
export async function repositoryAbove(path: string): Promise<{ top: string; inside: string } | null> {
  if ((await findRepository(path)) !== null) return null;
  const folder = await realpath(path).catch(unlessPassing(null));
  if (folder === null || !(await stat(folder)).isDirectory()) return null;
  for (let top = dirname(folder); top !== dirname(top); top = dirname(top))
    if ((await gitFolderAt(join(top, ".git"))) !== null) return { top, inside: relative(top, folder) };
  return null;
}

/** Whether its refs are files that name a branch; false also where git keeps them in another form. */
export async function hasBranchFile({ commonFolder }: OwnerRepository, branch: string): Promise<boolean> {
  const ref = `refs/heads/${branch}`;
  if ((await foundAt(join(commonFolder, ref)))?.isFile() === true) return true;
  const packed = await readFile(join(commonFolder, "packed-refs"), "utf8").catch(unlessPassing(""));
  return packed.includes(` ${ref}\n`);
}

async function gitFolderAt(place: string): Promise<string | null> {
  const about = await stat(place).catch(unlessPassing(null));
  if (about?.isFile() === true) {
    const target = /^gitdir: (.+)$/.exec((await firstLine(place)) ?? "")?.[1];
    return target === undefined ? null : folderWithHead(resolve(place, "..", target));
  }
  return about?.isDirectory() === true ? folderWithHead(place) : null;
}

/** Whoever makes such a file or folder may lead it to any other; only one of git's own is followed. */
async function folderWithHead(place: string): Promise<string | null> {
  const head = await firstLine(join(place, "HEAD"));
  return head !== null && /^(?:ref: refs\/|[0-9a-f]{40})/.test(head) ? place : null;
}

async function firstLine(path: string): Promise<string | null> {
  const text = await readFile(path, "utf8").catch(unlessPassing(null));
  return text?.split("\n", 1)[0]?.trim() ?? null;
}
