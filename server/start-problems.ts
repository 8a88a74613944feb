import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import {
  countSessionFolders,
  type DatabaseProblem,
  databaseName,
  inspectDatabaseFile,
} from "./db/database-file.ts";
import { readDatabaseMarker } from "./db/database-marker.ts";
import { appliedMigrations } from "./db/migrate.ts";
import type { Database, Sql } from "./db/open.ts";
import { readDatabase } from "./db/read-only.ts";
import { commandFor } from "./lib/command-line.ts";
import { isDatabaseBusy } from "./lib/database-busy.ts";
import { isDiskFull } from "./lib/disk-full.ts";
import { Refusal } from "./lib/errors.ts";
import { instant } from "./lib/instant.ts";

/** What is wrong with the data folder and what to do about it, in sentences; null if it can be used. */
export function dataFolderProblem(folder: string): string | null {
  try {
    const problem = inspectDatabaseFile(folder);
    if (problem) return sentenceOn(problem, folder);
    if (!existsSync(join(folder, databaseName))) return null;
    readDatabase(join(folder, databaseName), (sql) => checkTables(sql, folder));
    return null;
  } catch (error) {
    return startProblem(error, folder).message;
  }
}

/** Throws a refusal if starting would lose data, or give the ids of old sessions to new ones. */
export function refuseOtherDatabase(folder: string): void {
  const problem = inspectDatabaseFile(folder);
  if (problem) throw refused(sentenceOn(problem, folder));
}

/** The same for what shows only once the database is open. After a kill, also checks the tables without which nothing works. */
export function refuseDamagedDatabase(database: Database, folder: string): void {
  const marker = readDatabaseMarker(folder);
  if (marker === null) return;
  if (appliedMigrations(database).length === 0)
    throw refused(sentenceOn({ kind: "empty", sessions: countSessionFolders(folder) }, folder));
  if (marker === "open") checkTables(database.sql, folder);
}

/** Takes a few milliseconds; the transcripts, which make up most of a database, are not read. */
function checkTables(sql: Sql, folder: string): void {
  for (const table of ["sessions", "turns", "jobs"]) {
    const verdict = sql.pragma(`quick_check('${table}')`, { simple: true });
    if (verdict !== "ok") throw refused(damaged(folder, String(verdict)));
  }
}

const unwritable = new Set(["EACCES", "EPERM", "EROFS", "SQLITE_CANTOPEN", "SQLITE_READONLY"]);

/** An error of the start that a person can mend, as a refusal; any other one as it is. */
export function startProblem(error: unknown, folder: string): Error {
  if (error instanceof Refusal || !(error instanceof Error))
    return error instanceof Error ? error : new Error(String(error));
  const code = "code" in error ? String(error.code) : "";
  if (isDiskFull(error))
    return refused(`The disk that holds ${folder} is full. Free some space, then start again.`, error);
  if (isDatabaseBusy(error))
    return refused(
      `Another program is writing to ${join(folder, databaseName)}. Close it, then start again.`,
      error,
    );
  if (/^SQLITE_(?:CORRUPT|NOTADB)/.test(code)) return refused(damaged(folder, error.message), error);
  const isInFolder = code.startsWith("SQLITE_") || ("path" in error && String(error.path).startsWith(folder));
  if (isInFolder && unwritable.has(code.replace(/^(SQLITE_[A-Z]+)_.*/, "$1")))
    return refused(
      `Signalbox cannot write to its data folder ${folder}. Give your user write access to it and what is in it, or set SERVICE_DATA_DIR to another folder.`,
      error,
    );
  return error;
}

const refused = (message: string, cause?: unknown): Refusal =>
  new Refusal({ status: 503, label: "Data folder", messages: [message], cause });

function sentenceOn(problem: DatabaseProblem, folder: string): string {
  const file = join(folder, databaseName);
  switch (problem.kind) {
    case "missing":
    case "empty": {
      const beside =
        problem.sessions === 0 ? "it had one before" : `it has the files of ${countOf(problem.sessions)}`;
      return `${file} is ${problem.kind}, but ${beside}. A new database would give their ids to new sessions, so nothing was started. ${mend(folder)} To start over, move ${folder} elsewhere.`;
    }
    case "not_a_database":
      return damaged(folder, "it does not begin like a database");
    case "cut_short":
      return damaged(folder, "its end is missing");
    case "log_missing":
      return `${file}-wal is missing. Signalbox was not stopped properly the last time, and its newest changes ${problem.isKnown ? "were" : "may have been"} in that file. Put it back beside ${file}. Otherwise, choose: the database as it is, last written at ${instant(problem.writtenAt)}, with \`${commandFor(folder, "restore", file)}\`; or a backup. ${mend(folder)}`;
  }
}

const countOf = (sessions: number): string => (sessions === 1 ? "a session" : `${sessions} sessions`);

const damaged = (folder: string, reason: string): string =>
  `${join(folder, databaseName)} is damaged: ${reason.split("\n")[0]}. ${mend(folder)}`;

/** How to get the data back. */
function mend(folder: string): string {
  const newest = backupsIn(join(folder, "backups")).toSorted().at(-1);
  return newest === undefined
    ? `There is no backup in ${join(folder, "backups")}. If you have a copy elsewhere, run \`${commandFor(folder, "restore", "FILE")}\`.`
    : `Restore the newest backup${ageOf(newest)} with \`${commandFor(folder, "restore", newest)}\`. The present files are kept.`;
}

/** Backups are named by their times. */
function ageOf(backup: string): string {
  const [, date, hours, minutes, seconds] = /(\d{4}-\d\d-\d\d)T(\d\d)-?(\d\d)-?(\d\d)/.exec(backup) ?? [];
  return date === undefined ? "" : `, made at ${date}T${hours}:${minutes}:${seconds}Z,`;
}

function backupsIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^signalbox-[0-9TZ-]+\.db$/.test(name));
  } catch {
    return [];
  }
}
