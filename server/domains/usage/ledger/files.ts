import type { Stats } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FoundFile } from "./rules.ts";

/** Where one CLI keeps its records. */
export interface RecordSource {
  runtime: string;
  folders: readonly string[];
}

/** The files of records of one CLI; a folder that is not there has none. Links are left out. */
export async function recordFiles({ runtime, folders }: RecordSource): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  for (const folder of folders) {
    const names = await readdir(folder, { recursive: true }).catch(ifMissing);
    for (const name of names) {
      if (!name.endsWith(".jsonl")) continue;
      const path = join(folder, name);
      const about = await lstat(path).catch(() => null);
      if (!about?.isFile()) continue;
      const { size, mtimeMs } = about;
      found.push({ path, runtime, identity: identityOf(about), size, changedAt: Math.floor(mtimeMs) });
    }
  }
  return found;
}

/** A file system without times of birth gives that of the last change, which says nothing. */
function identityOf({ dev, ino, birthtimeMs, ctimeMs }: Stats): string {
  return birthtimeMs === ctimeMs ? `${dev}:${ino}` : `${dev}:${ino}:${Math.floor(birthtimeMs)}`;
}

function ifMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return [];
  throw error;
}

export const directoriesOf = (files: readonly FoundFile[]): Set<string> =>
  new Set(files.map(({ path }) => dirname(path)));
