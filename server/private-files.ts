import { chmod, lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

/**
 * Takes every right of other users from the data folder and from what is directly in it. What is deeper is out of their
 * reach, because they cannot enter the folder. If they could until now, returns the paths that they had rights to. Windows
 * has other rights: there, the folder is in the person's own profile.
 */
export async function makePrivate(folder: string, platform = process.platform): Promise<string[]> {
  if (platform === "win32") return [];
  const names = await readdir(folder);
  const paths = [folder, ...names.map((name) => join(folder, name))];
  const loose = await Promise.all(paths.map(makeOnePrivate));
  // In a folder that nobody else could enter, a file of a looser mode was out of reach.
  return loose[0] === null ? [] : loose.filter((path) => path !== null);
}

async function makeOnePrivate(path: string): Promise<string | null> {
  // A link has no rights of its own, and what it leads to is not ours. A file may be gone by now.
  const found = await lstat(path).catch(() => null);
  if (found === null || !(found.isFile() || found.isDirectory()) || (found.mode & 0o077) === 0) return null;
  await chmod(path, found.mode & 0o700);
  return path;
}
