import { constants } from "node:fs";
import { copyFile, lstat, readdir, readFile, rename, rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import { isRealFolder } from "../../../lib/exists.ts";
import { unlessPassing } from "../../../lib/passing-fault.ts";
import { writePrivateFile } from "../../../lib/private-file.ts";
import { CloneError } from "./errors.ts";
import { text } from "./text.ts";

const draftEnding = ".separating";

/**
 * Gives a clone its own copy of every file in its git folder that has another name elsewhere: whoever writes into a hard
 * link writes into the repository that the clone was made from. Reports the percentage of bytes copied.
 */
export async function separateFiles(
  clone: string,
  use: { signal?: AbortSignal | undefined; onPercent?(percent: number): void } = {},
): Promise<void> {
  const shared = await sharedFiles(join(clone, ".git"));
  const total = shared.reduce((sum, { size }) => sum + size, 0);
  let copied = 0;
  for (const { path, size, atime, mtime } of shared) {
    if (use.signal?.aborted === true) throw new CloneError(text.stopped, { transient: true });
    const draft = `${path}${draftEnding}`;
    await rm(draft, { force: true });
    await copyFile(path, draft, constants.COPYFILE_FICLONE);
    await utimes(draft, atime, mtime);
    await rename(draft, path);
    copied += size;
    use.onPercent?.(Math.floor((100 * copied) / Math.max(total, 1)));
  }
}

interface SharedFile {
  path: string;
  size: number;
  atime: Date;
  mtime: Date;
}

/** Removes the drafts of an earlier try on the way. */
async function sharedFiles(gitFolder: string): Promise<SharedFile[]> {
  if (!(await isRealFolder(gitFolder))) return [];
  const shared: SharedFile[] = [];
  for (const entry of await readdir(gitFolder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile()) continue;
    if (entry.name.endsWith(draftEnding)) {
      await rm(path, { force: true });
      continue;
    }
    const { nlink, size, atime, mtime } = await lstat(path);
    if (nlink > 1) shared.push({ path, size, atime, mtime });
  }
  return shared;
}

/** A record, in a folder that no agent reaches, of the clone whose files were separated. */
export const separationRecord = (folder: string) => {
  const file = join(folder, "separated-clone");
  return {
    has: async (clone: string): Promise<boolean> =>
      (await readFile(file, "utf8").catch(unlessPassing(""))) === clone,
    note: (clone: string): Promise<void> => writePrivateFile(file, clone),
  };
};
