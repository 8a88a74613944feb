import { constants } from "node:fs";
import { type FileHandle, open, readlink, realpath } from "node:fs/promises";
import { join, resolve, sep } from "node:path";

/**
 * Opens a file in a folder that an agent controls, for reading. null if there is no such file, if it is not a regular file,
 * or if a link leads out of the folder. `path` is in the folder, or relative to it; as bytes, which need not be text, always
 * relative.
 */
export async function openWithin(folder: string, path: string | Uint8Array): Promise<FileHandle | null> {
  const asked =
    typeof path === "string" ? resolve(folder, path) : Buffer.concat([Buffer.from(join(folder, sep)), path]);
  // One character for each byte.
  const [root, place] = await Promise.all([folder, asked].map((each) => orNull(realpath(each, "latin1"))));
  if (!root || !place?.startsWith(root + sep)) return null;
  // Does not follow a link that was created meanwhile, and does not block on a pipe.
  const how = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await orNull(open(Buffer.from(place, "latin1"), how));
  if (!file) return null;
  if ((await file.stat()).isFile() && (await isOpenWithin(root, file))) return file;
  await file.close();
  return null;
}

/** A folder on the way may have been replaced with a link between the look and the opening. */
async function isOpenWithin(root: string, { fd }: FileHandle): Promise<boolean> {
  if (process.platform !== "linux") return true;
  const opened = await orNull(readlink(`/proc/self/fd/${fd}`, "latin1"));
  return opened?.startsWith(root + sep) === true;
}

/** Reads a file in a folder that an agent controls. null for what `openWithin` does not open, or more than `limit` bytes. */
export async function readWithin(
  folder: string,
  path: string | Uint8Array,
  limit: number,
): Promise<Uint8Array | null> {
  const file = await openWithin(folder, path);
  if (!file) return null;
  try {
    return (await file.stat()).size <= limit ? await file.readFile() : null;
  } finally {
    await file.close();
  }
}

/** Reads a regular file, through links too. null if there is none or it is larger: a pipe does not hold the caller up. */
export async function readRegularFile(path: string, limit: number): Promise<Uint8Array | null> {
  const file = await orNull(open(path, constants.O_RDONLY | constants.O_NONBLOCK));
  if (!file) return null;
  await using opened = file;
  const about = await opened.stat();
  return about.isFile() && about.size <= limit ? await opened.readFile() : null;
}

/** Errors of files that do not exist or cannot be read. */
const orNull = <T>(found: Promise<T>): Promise<T | null> => found.catch(() => null);
