import { lstat } from "node:fs/promises";

/** Whether a folder, and not a link to one, is there that belongs to this process's user. */
export async function isOwnFolder(path: string): Promise<boolean> {
  const found = await lstat(path);
  return found.isDirectory() && found.uid === process.getuid?.();
}
