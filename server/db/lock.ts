import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { isDatabaseBusy } from "../lib/database-busy.ts";
import { Refusal } from "../lib/errors.ts";
import { makeFolderSync } from "../lib/make-folder.ts";
import { forgetHolder, noteHolder, readHolder, stopCommand } from "./lock-holder.ts";

/** Keeps the connection referenced: the garbage collector would close it and release the lock. */
const held = new Set<Sqlite.Database>();

export interface DataFolderLock {
  /** Says where the holder's board is, for those who find the folder locked. */
  listensAt(url: string): void;
  release(): void;
}

/**
 * Allows one service per data folder. The lock is SQLite's own file lock, so the kernel releases it however the process
 * ends. Throws a refusal if another process holds it.
 */
export function lockDataFolder(folder: string): DataFolderLock {
  makeFolderSync(folder);
  const lock = new Sqlite(join(folder, "lock.db"), { timeout: 250 });
  try {
    lock.pragma("locking_mode = EXCLUSIVE");
    lock.exec("BEGIN EXCLUSIVE");
  } catch (cause) {
    lock.close();
    // Any other error, such as a read-only folder, does not mean that another service runs.
    if (!isDatabaseBusy(cause)) throw cause;
    throw new Refusal({
      status: 503,
      label: "Already running",
      messages: [inUse(folder)],
      cause,
    });
  }
  held.add(lock);
  noteHolder(folder, null);
  return {
    listensAt: (url) => noteHolder(folder, url),
    release() {
      // Before somebody else can have noted another one.
      if (held.delete(lock)) forgetHolder(folder);
      lock.close();
    },
  };
}

function inUse(folder: string): string {
  const holder = readHolder(folder);
  if (holder === null)
    return `Another Signalbox is using ${folder}. Stop it, or set SERVICE_DATA_DIR to another folder.`;
  const at = holder.url === null ? "" : ` at ${holder.url}`;
  return `Another Signalbox is using ${folder}: process ${holder.pid}${at}. Stop it with \`${stopCommand(holder)}\`, or set SERVICE_DATA_DIR to another folder.`;
}
