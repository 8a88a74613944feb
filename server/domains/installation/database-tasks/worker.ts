import { setTimeout as pause } from "node:timers/promises";
import Sqlite from "better-sqlite3";

/** How long the service's own writes may wait for this. */
const lockMs = 50;
const tries = 20;
const pauseMs = 100;

interface Checkpoint {
  busy: number;
}

/**
 * Copies the write-ahead log into the database on a connection of its own, first without blocking anybody, then emptying the
 * log, which needs a moment without readers. Returns whether there was one.
 */
export async function checkpoint({ file }: { file: string }): Promise<{ emptied: boolean }> {
  const sql = new Sqlite(file, { fileMustExist: true, timeout: lockMs });
  try {
    sql.pragma("wal_checkpoint(PASSIVE)");
    for (let left = tries; left > 0; left -= 1) {
      const [result] = sql.pragma("wal_checkpoint(TRUNCATE)") as Checkpoint[];
      if (result?.busy === 0) return { emptied: true };
      await pause(pauseMs);
    }
    return { emptied: false };
  } finally {
    sql.close();
  }
}
