import { randomUUID } from "node:crypto";
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** Flushes a file to the disk before it returns, so that it survives a power failure. */
export function flush(file: string): void {
  const handle = openSync(file, "r+");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Makes the renames in a folder survive a power failure. Windows has no such call, and does not need it. */
export function flushFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Writes a small file that only the owner may read, by rename, and flushes it, so that it is never incomplete. */
export function writeFlushedPrivateFile(file: string, text: string): void {
  const part = `${file}.part`;
  const handle = openSync(part, "w", 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(part, file);
}

/**
 * Writes the whole file or leaves what was there, readable by the owner alone; a CLI that starts in the meantime reads
 * the old content or the new. Makes the folder when it is missing.
 */
export async function writePrivateFile(path: string, content: string | Uint8Array): Promise<void> {
  const draft = `${path}.${randomUUID()}`;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  try {
    await writeFile(draft, content, { mode: 0o600, flag: "wx" });
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
