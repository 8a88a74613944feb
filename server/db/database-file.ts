import { closeSync, fstatSync, openSync, readdirSync, readSync, statSync } from "node:fs";
import { join } from "node:path";
import { readDatabaseMarker, readLastMark } from "./database-marker.ts";

/** Why the database of a data folder is not the one that it had. */
export type DatabaseProblem =
  | { kind: "missing" | "empty"; sessions: number }
  | { kind: "not_a_database" | "cut_short" }
  /** `isKnown`: the database is older than the log that is missing. Epoch ms. */
  | { kind: "log_missing"; isKnown: boolean; writtenAt: number };

export const databaseName = "signalbox.db";
/** Folders with an entry for each session. */
const sessionFolders = ["clones", "homes", "scratch", "attachments", "stowed"];

/**
 * Compares the database's file with what is beside it: a new database would give the ids of old sessions, whose folders are
 * still there, to new ones. Reads a hundred bytes and changes nothing.
 *
 * A log that is gone was merged into the database if that has the newest write mark: SQLite then removes both files beside it.
 */
export function inspectDatabaseFile(folder: string): DatabaseProblem | null {
  const file = join(folder, databaseName);
  const marker = readDatabaseMarker(folder);
  const header = readHeader(file);
  if (header === null || header.bytes === 0) {
    const sessions = countSessionFolders(folder);
    if (marker === null && sessions === 0) return null;
    return { kind: header === null ? "missing" : "empty", sessions };
  }
  if (!header.isDatabase) return { kind: "not_a_database" };
  const logged = sizeOf(`${file}-wal`);
  const lost = marker === "open" && (logged ?? 0) === 0 ? lostLog(folder, header, logged) : null;
  if (lost !== null) return lost;
  return (logged ?? 0) === 0 && header.bytes < header.ownBytes ? { kind: "cut_short" } : null;
}

/** Null if the log that is not there, or is empty, was merged into the database. */
function lostLog(folder: string, header: Header, logged: number | null): DatabaseProblem | null {
  const last = readLastMark(folder);
  // A program that merges the log removes both files beside the database; one that only reads, as a backup does, leaves an empty log and an index.
  const isEmptied = logged !== null || sizeOf(join(folder, `${databaseName}-shm`)) === null;
  if (last === null ? logged !== null : header.mark >= last && isEmptied) return null;
  return { kind: "log_missing", isKnown: last !== null && header.mark < last, writtenAt: header.writtenAt };
}

/** The sessions with a folder of their own. Beside a clone are files of ours. */
export const countSessionFolders = (folder: string): number =>
  Math.max(...sessionFolders.map((name) => countFolders(join(folder, name))));

interface Header {
  /** The size of the file. */
  bytes: number;
  isDatabase: boolean;
  /** The size that the header gives; 0 if it gives none. */
  ownBytes: number;
  /** The newest write mark in it (write-marks.ts). */
  mark: number;
  /** Epoch ms. */
  writtenAt: number;
}

const headerBytes = 100;
const magic = Buffer.from("SQLite format 3\0");

/** https://www.sqlite.org/fileformat.html, section 1.3. Null if there is no file. */
function readHeader(file: string): Header | null {
  const handle = open(file);
  if (handle === null) return null;
  try {
    const { size: bytes, mtimeMs: writtenAt } = fstatSync(handle);
    const header = Buffer.alloc(headerBytes);
    readSync(handle, header, 0, headerBytes, 0);
    const pageBytes = header.readUInt16BE(16);
    // SQLite itself trusts the number of pages only if these two counters agree.
    const isCounted = header.readUInt32BE(24) === header.readUInt32BE(92);
    return {
      bytes,
      isDatabase: bytes >= headerBytes && header.subarray(0, magic.length).equals(magic),
      mark: header.readUInt32BE(60),
      writtenAt,
      ownBytes: isCounted ? (pageBytes === 1 ? 65_536 : pageBytes) * header.readUInt32BE(28) : 0,
    };
  } finally {
    closeSync(handle);
  }
}

function open(file: string): number | null {
  try {
    return openSync(file, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

const sizeOf = (file: string): number | null => statSync(file, { throwIfNoEntry: false })?.size ?? null;

function countFolders(folder: string): number {
  try {
    return readdirSync(folder, { withFileTypes: true }).filter((entry) => !entry.isFile()).length;
  } catch {
    return 0;
  }
}
