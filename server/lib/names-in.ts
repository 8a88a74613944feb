import { opendir } from "node:fs/promises";
import { join } from "node:path";
import { isRealFolder } from "./exists.ts";

/** How many names are looked at in one folder: an agent can fill it with any number. */
const mostNames = 5_000;
const mostLevels = 8;

export interface FoundName {
  path: string;
  name: string;
  isFile: boolean;
  isFolder: boolean;
}

/** What is in a folder that an agent controls, in no order. Nothing if the folder is a link. Links in it are neither. */
export async function namesIn(folder: string, most = mostNames): Promise<FoundName[]> {
  const found: FoundName[] = [];
  if (!(await isRealFolder(folder))) return found;
  try {
    for await (const entry of await opendir(folder)) {
      const { name } = entry;
      found.push({ path: join(folder, name), name, isFile: entry.isFile(), isFolder: entry.isDirectory() });
      if (found.length >= most) break;
    }
  } catch {
    // It disappeared, or cannot be read.
  }
  return found;
}

/** The files in a folder and the folders in it, level by level, up to so many. */
export async function filesBelow(folder: string, most = mostNames): Promise<FoundName[]> {
  const files: FoundName[] = [];
  let level = [folder];
  let looked = 0;
  for (let depth = 0; depth < mostLevels && level.length > 0; depth += 1) {
    const next: string[] = [];
    for (const each of level) {
      const names = await namesIn(each, most - looked);
      looked += names.length;
      files.push(...names.filter(({ isFile }) => isFile));
      next.push(...names.flatMap(({ path, isFolder }) => (isFolder ? [path] : [])));
      if (looked >= most) return files;
    }
    level = next;
  }
  return files;
}
