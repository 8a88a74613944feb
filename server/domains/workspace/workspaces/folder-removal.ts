import { lstat, mkdir, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { unlessPassing } from "../../../lib/passing-fault.ts";

/** Removes drafts of clones, and what was begun and not ended when the service last stopped. */
export async function sweepLeftovers({
  clones,
  gitFolders,
}: Record<"clones" | "gitFolders", string>): Promise<number> {
  const pathsIn = async (folder: string): Promise<string[]> =>
    (await readdir(folder).catch(unlessPassing([]))).map((name) => join(folder, name));
  const leftovers = [
    ...(await pathsIn(clones)).filter((path) => path.endsWith(".part") || path.endsWith(".removed")),
    ...(await pathsIn(gitFolders)),
  ];
  for (const path of leftovers) await rm(path, { recursive: true, force: true });
  return leftovers.length;
}

/** Archived work that fits no clone, for its agent to look at. */
export async function keepAside(archived: string, scratch: string): Promise<string> {
  const left = join(scratch, "work-before-archiving");
  await rm(left, { recursive: true, force: true });
  await mkdir(dirname(left), { recursive: true, mode: 0o700 });
  await rename(archived, left);
  return left;
}

/** Renames it first, so that no part of it is ever taken for the whole. */
export async function removeFolder(path: string): Promise<void> {
  const tombstone = `${path}.removed`;
  const found = await lstat(path).catch(unlessPassing(null));
  if (found) {
    await rm(tombstone, { recursive: true, force: true });
    await rename(path, tombstone);
  }
  // Also removes what an earlier, interrupted attempt had only renamed.
  await rm(tombstone, { recursive: true, force: true, maxRetries: 3 });
}
