import { closeSync, fsyncSync, openSync, renameSync, writeSync } from "node:fs";

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

/** Writes a small file that only the owner may read, by rename, so that it is never incomplete. */
export function writePrivateFile(file: string, text: string): void {
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
