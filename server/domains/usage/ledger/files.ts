import type { Stats } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FoundFile } from "./rules.ts";

/** Where one CLI keeps its records. */
export interface RecordSource {
  runtime: string;
  folders: readonly string[];
}

const asksAtOnce = 64;

/** The files of records of one CLI; a folder that is not there has none. Links are left out. */
export async function recordFiles({ runtime, folders }: RecordSource): Promise<FoundFile[]> {
  async function look(path: string): Promise<FoundFile | null> {
    const about = await lstat(path).catch(() => null);
    if (!about?.isFile()) return null;
    const { size, mtimeMs } = about;
    return { path, runtime, identity: identityOf(about), size, changedAt: Math.floor(mtimeMs) };
  }

  const found: FoundFile[] = [];
  for (const folder of folders) {
    const names = await readdir(folder, { recursive: true }).catch(ifMissing);
    const records = names.filter((name) => name.endsWith(".jsonl"));
    for (let at = 0; at < records.length; at += asksAtOnce) {
      const looks = records.slice(at, at + asksAtOnce).map((name) => look(join(folder, name)));
      found.push(...(await Promise.all(looks)).filter((file) => file !== null));
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
