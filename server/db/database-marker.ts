import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { writeFlushedPrivateFile } from "../lib/private-file.ts";

/**
 * What is known about the database outside of it: that there is one, and whether a process that had it open was killed,
 * since then its newest changes are in the write-ahead log beside it.
 */
export type DatabaseMarker = "open" | "closed";

const stored = z.object({ database: z.enum(["open", "closed"]) });
const fileOf = (folder: string): string => join(folder, "database.json");

/** Null if the folder never had a database. A damaged file shows that it had one. */
export function readDatabaseMarker(folder: string): DatabaseMarker | null {
  const file = fileOf(folder);
  if (!existsSync(file)) return null;
  try {
    return stored.parse(JSON.parse(readFileSync(file, "utf8"))).database;
  } catch {
    return "closed";
  }
}

export function writeDatabaseMarker(folder: string, database: DatabaseMarker): void {
  writeFlushedPrivateFile(fileOf(folder), JSON.stringify({ database }));
}
