import { lstat, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { copyNames } from "./restore.ts";

export interface BackupFile {
  name: string;
  /** Epoch ms. */
  madeAt: number;
  bytes: number;
}

/** The backups in a folder, newest first: regular files with names of the service, no links. */
export async function backupFiles(folder: string): Promise<BackupFile[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => copyNames.test(name));
  const files = await Promise.all(names.map((name) => describe(folder, name)));
  return files.filter((file) => file !== null).toSorted((a, b) => b.madeAt - a.madeAt);
}

async function describe(folder: string, name: string): Promise<BackupFile | null> {
  const stats = await lstat(join(folder, name)).catch(() => null);
  return stats?.isFile() ? { name, madeAt: stats.mtimeMs, bytes: stats.size } : null;
}

/** 0 if there is no such file. */
export const sizeOf = async (file: string): Promise<number> =>
  (await lstat(file).catch(() => null))?.size ?? 0;

async function drafts(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => name.endsWith(".part")).map((name) => join(folder, name));
}

/** The size of the backup being written. */
export async function draftSize(folder: string): Promise<number> {
  const sizes = await Promise.all((await drafts(folder)).map(sizeOf));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Removes partial backups of a service that was killed; they can be as large as the database. */
export async function dropDrafts(folder: string): Promise<void> {
  for (const draft of await drafts(folder)) await rm(draft, { force: true });
}

/** A small JSON file; null if it is missing or cannot be read. */
export async function readJsonFile<T>(file: string): Promise<T | null> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as T;
  } catch {
    return null;
  }
}
