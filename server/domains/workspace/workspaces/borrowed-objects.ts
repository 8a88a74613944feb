import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** Files with which git looks for objects in other repositories. */
const alternates: ReadonlySet<string> = new Set(["info/alternates", "info/http-alternates"]);

/**
 * What would bring objects of another repository into what git reads of a clone: a file that names one, or a link. The path
 * in `.git`; null if there is nothing. No clone that the service makes has any. All folders of objects are looked at together.
 */
export async function borrowedIn(gitFolder: string): Promise<string | null> {
  const objects = join(gitFolder, "objects");
  const list = (folder: string): Promise<Dirent[]> => readdir(join(objects, folder), { withFileTypes: true });
  const top = await list("");
  const folders = top.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const inside = await Promise.all(
    folders.map(async (folder) => (await list(folder)).find((entry) => isBorrowed(entry, folder))),
  );
  const found = inside.findIndex((entry) => entry !== undefined);
  if (found >= 0) return join("objects", folders[found] ?? "", inside[found]?.name ?? "");
  const linked = top.find((entry) => isBorrowed(entry, ""));
  return linked === undefined ? null : join("objects", linked.name);
}

const isBorrowed = (entry: Dirent, folder: string): boolean =>
  !(entry.isFile() || entry.isDirectory()) || alternates.has(`${folder}/${entry.name}`);
