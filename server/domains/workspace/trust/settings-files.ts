import { lstat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { foldersBetween } from "../../../runtimes/instruction-files.ts";

/**
 * Which of these paths exist in a clone, in its top folder or in one on the way to the agent's. Only whether something is
 * there is looked up: nothing is read, and a link counts as what it is.
 */
export async function settingsFilesIn(
  clone: { folder: string; subdirectory: string | null },
  paths: readonly string[],
): Promise<string[]> {
  const working = join(clone.folder, clone.subdirectory ?? "");
  const candidates = foldersBetween(clone.folder, working).flatMap((folder) =>
    paths.map((path) => join(folder, path)),
  );
  const found = await Promise.all(candidates.map(async (file) => ((await isThere(file)) ? [file] : [])));
  return found.flat().map((file) => relative(clone.folder, file).split(sep).join("/"));
}

const isThere = (file: string): Promise<boolean> =>
  lstat(file).then(
    () => true,
    () => false,
  );
