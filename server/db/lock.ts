import { mkdirSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { isDatabaseBusy } from "../lib/database-busy.ts";
import { Refusal } from "../lib/errors.ts";

/** Keeps the connection referenced: the garbage collector would close it and release the lock. */
const held = new Set<Sqlite.Database>();

/**
 * Allows one service per data folder. The lock is SQLite's own file lock, so the kernel releases it however the process
 * ends. Throws a refusal if another process holds it.
 */
export function lockDataFolder(folder: string): { release(): void } {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
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
      messages: [`Another Signalbox is using ${folder}. Stop it, or set SERVICE_DATA_DIR to another folder.`],
      cause,
    });
  }
  held.add(lock);
  return {
    release() {
      held.delete(lock);
      lock.close();
    },
  };
}
