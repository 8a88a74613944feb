import { closeSync, openSync, readSync } from "node:fs";
import type { Logger } from "../lib/logger.ts";
import { noteMark, writeDatabaseMarker } from "./database-marker.ts";
import { commitLazily } from "./lazy-commit.ts";
import type { Database } from "./open.ts";

/** How much of the newest changes a lost log can take with it unnoticed. */
const markEveryMs = 5_000;

/**
 * Numbers the state of the database, in the database itself (its `user_version`) and in the marker beside it: after a kill,
 * a database that has the marker's number has its newest changes, also where another program has merged the write-ahead
 * log into it and removed it, as sqlite3 does; one that lost its log has an older number. A mark is made every few seconds,
 * and only if something was written since the last one; no write of the service waits for it.
 */
export function keepWriteMarks(database: Database, { folder, log }: { folder: string; log: Logger }) {
  const { sql } = database;
  const countChanges = sql.prepare("SELECT total_changes()").pluck();
  const state = (): string => `${String(countChanges.get())} ${logHeader(sql.name)}`;
  let marked = "";
  let noted = Promise.resolve();
  let stopped = false;

  /** The number of a new mark, or null if the last one is still the newest state. */
  function mark(): number | null {
    if (stopped || sql.inTransaction || state() === marked) return null;
    const next = Number(sql.pragma("user_version", { simple: true })) + 1;
    commitLazily(sql, () => sql.pragma(`user_version = ${next}`));
    marked = state();
    return next;
  }

  // In this order, always: a number in the marker is in the database or its log.
  writeDatabaseMarker(folder, "open", mark() ?? undefined);
  const timer = setInterval(() => {
    noted = noted
      .then(async () => {
        const next = mark();
        if (next !== null) await noteMark(folder, next);
      })
      // As on a full disk. The next one covers it.
      .catch((error: unknown) => log.debug({ err: error }, "no write mark was made"));
  }, markEveryMs);
  timer.unref();
  return {
    /** Resolves once the marker is nobody's but the caller's. */
    async stop(): Promise<void> {
      clearInterval(timer);
      stopped = true;
      await noted;
    },
  };
}

const headerBytes = 32;

/** Changes whenever the log begins again after a checkpoint. https://www.sqlite.org/fileformat.html, section 4.1. */
function logHeader(database: string): string {
  const header = Buffer.alloc(headerBytes);
  try {
    const handle = openSync(`${database}-wal`, "r");
    try {
      readSync(handle, header, 0, headerBytes, 0);
    } finally {
      closeSync(handle);
    }
  } catch {
    // It begins with the next write.
  }
  return header.toString("hex");
}
