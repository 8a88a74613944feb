import { existsSync, readFileSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { writeFlushedPrivateFile } from "../lib/private-file.ts";

/**
 * What is known about the database outside of it: that there is one, and whether a process that had it open was killed,
 * since then its newest changes are in the write-ahead log beside it.
 */
export type DatabaseMarker = "open" | "closed";

const stored = z.object({
  database: z.enum(["open", "closed"]),
  /** Of the newest mark in the database or its log (write-marks.ts); absent before there is one. */
  mark: z.int().positive().optional(),
});
const fileOf = (folder: string): string => join(folder, "database.json");

/** Null if the folder never had a database. A damaged file shows that it had one. */
export function readDatabaseMarker(folder: string): DatabaseMarker | null {
  return readMarker(folder)?.database ?? null;
}

/** The newest mark that is known to have been written; null if none is. */
export const readLastMark = (folder: string): number | null => readMarker(folder)?.mark ?? null;

function readMarker(folder: string): z.infer<typeof stored> | null {
  const file = fileOf(folder);
  if (!existsSync(file)) return null;
  try {
    return stored.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return { database: "closed" };
  }
}

export function writeDatabaseMarker(folder: string, database: DatabaseMarker, mark?: number): void {
  writeFlushedPrivateFile(fileOf(folder), JSON.stringify({ database, ...(mark !== undefined && { mark }) }));
}

/** The same for an open database, off this thread. A power failure may undo it: an older mark is in the database as well. */
export async function noteMark(folder: string, mark: number): Promise<void> {
  const file = fileOf(folder);
  const database: DatabaseMarker = "open";
  await writeFile(`${file}.part`, JSON.stringify({ database, mark }), { mode: 0o600 });
  await rename(`${file}.part`, file);
}
