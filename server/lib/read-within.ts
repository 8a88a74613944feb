import { constants } from "node:fs";
import { open, realpath } from "node:fs/promises";
import { join, sep } from "node:path";

/**
 * A file of a folder that is an agent's to arrange: a link that leads out of it, or what is no plain file, is none.
 * Null for that, for one that is not there, and for one larger than `limit`.
 */
export async function readWithin(folder: string, path: string, limit: number): Promise<Uint8Array | null> {
  const [root, place] = await Promise.all([realpath(folder), realpath(join(folder, path))].map(orNull));
  if (!root || !place?.startsWith(root + sep)) return null;
  // Not through a link that was put there since, and not to wait at a pipe.
  const file = await orNull(open(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK));
  if (!file) return null;
  try {
    const about = await file.stat();
    return about.isFile() && about.size <= limit ? await file.readFile() : null;
  } finally {
    await file.close();
  }
}

/** Of what is not there, or is not to be had. */
const orNull = <T>(found: Promise<T>): Promise<T | null> => found.catch(() => null);
