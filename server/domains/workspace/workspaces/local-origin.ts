import { dirname, join } from "node:path";
import { foundAt } from "../../../lib/exists.ts";
import { findRepository } from "./owner-repository.ts";
import { localPath } from "./rules.ts";

/**
 * What a sandbox shows, to be read, of the repository on this machine that a clone was made from: its git folder, without the
 * files checked out in it, and what leads there from a linked worktree. Nothing for a repository elsewhere.
 */
export async function localOrigin(gitRoot: string): Promise<string[]> {
  const path = localPath(gitRoot);
  if (path === null) return [];
  const repository = await findRepository(path);
  if (repository === null) return [path];
  const leading = join(path, ".git");
  const isLed = (await foundAt(leading))?.isFile() === true;
  return [...new Set([...(isLed ? [leading] : []), repository.gitFolder, repository.commonFolder])];
}

/** Folders outside of `path` where git would keep the repository that is there. */
export async function foldersOfOrigin(path: string): Promise<string[]> {
  const repository = await findRepository(path);
  const folders = repository === null ? [] : [repository.gitFolder, repository.commonFolder];
  return [...new Set(folders)].filter((folder) => folder !== path && dirname(folder) !== path);
}
