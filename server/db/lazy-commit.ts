import { open } from "node:fs/promises";
import type { Sql } from "./open.ts";

/**
 * Runs `work`, whose commit reaches the disk only with the next ordinary one: the end of the process does not undo it, a
 * power failure before that does. For what nobody was promised and what is found again, such as that a job runs
 * (docs/decisions/0003). Inside an open transaction it is as durable as that.
 */
export function commitLazily<T>(sql: Sql, work: () => T): T {
  if (sql.inTransaction) return work();
  sql.exec("PRAGMA synchronous = NORMAL");
  try {
    return work();
  } finally {
    sql.exec("PRAGMA synchronous = FULL");
  }
}

/** Writes what lazy commits left in memory to the disk, on another thread, so that the next commit need not. */
export async function flushLazyCommits({ name, memory }: Sql): Promise<void> {
  if (memory) return;
  try {
    await using log = await open(`${name}-wal`, "r+");
    await log.datasync();
  } catch {
    // The next commit writes it.
  }
}
