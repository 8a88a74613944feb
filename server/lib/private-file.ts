import { closeSync, fsyncSync, openSync, renameSync, writeSync } from "node:fs";

/** Has what was written to a file on the disk before it returns; what power that fails would else take. */
export function flush(file: string): void {
  const handle = openSync(file, "r+");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Writes a small file that only the owner may read, by rename, so that it is never half there. */
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
