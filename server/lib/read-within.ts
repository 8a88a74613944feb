import { constants } from "node:fs";
import { open, realpath } from "node:fs/promises";
import { join, sep } from "node:path";

/**
 * Reads a file in a folder that an agent controls. null if there is no such file, if it is not a regular file or larger than
 * `limit`, or if a link leads out of the folder.
 */
export async function readWithin(folder: string, path: string, limit: number): Promise<Uint8Array | null> {
  const [root, place] = await Promise.all([realpath(folder), realpath(join(folder, path))].map(orNull));
  if (!root || !place?.startsWith(root + sep)) return null;
  // Does not follow a link that was created meanwhile, and does not block on a pipe.
  const file = await orNull(open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK));
  if (!file) return null;
  try {
    const about = await file.stat();
    return about.isFile() && about.size <= limit ? await file.readFile() : null;
  } finally {
    await file.close();
  }
}

/** Errors of files that do not exist or cannot be read. */
const orNull = <T>(found: Promise<T>): Promise<T | null> => found.catch(() => null);
