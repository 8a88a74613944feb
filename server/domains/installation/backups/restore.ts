import { copyFileSync, existsSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { writeDatabaseMarker } from "../../../db/database-marker.ts";
import { copyInto, copyName } from "../../../db/migrate.ts";
import type { RestorePart } from "../../../db/restore-part.ts";
import type { Logger } from "../../../lib/logger.ts";
import { flush, writeFlushedPrivateFile } from "../../../lib/private-file.ts";
import { sessionsTable } from "../../sessions/sessions/queries.ts";
import { carryAccessOver, tablesRead } from "./carry-over.ts";
import { inspectCopy } from "./copies.ts";
import { noData, readPresentData } from "./present-data.ts";
import { text } from "./text.ts";

/** The file names of backups. No path matches. */
export const copyNames = /^signalbox-[0-9TZ-]{10,40}(?:-before-restore)?\.db$/;

/** A backup that replaces the data at the next start. */
export interface StagedRestore {
  name: string;
  /** Epoch ms. */
  askedAt: number;
}

/** The result of the last restore. */
export interface RestoreOutcome {
  name: string;
  /** Epoch ms. */
  at: number;
  /** The name of the copy of the replaced data; null if nothing was changed. */
  safetyCopy: string | null;
  /** Null if it succeeded. */
  problem: string | null;
  /** True if the replaced data could not be read: what was revoked since the backup was made may work again. */
  mayRevive: boolean;
}

export type Restored = Pick<RestoreOutcome, "safetyCopy" | "mayRevive">;

/** What each domain keeps in a restore, and the time. */
export interface RestoreOptions {
  parts: readonly RestorePart[];
  now: number;
}

export const restoreFiles = (folder: string) => ({
  staged: join(folder, "restore.json"),
  outcome: join(folder, "restore-outcome.json"),
  backups: join(folder, "backups"),
});

/** Files derived from the data, which are rebuilt after a restore. */
const derived = ["search.db"];

/**
 * Replaces the database by a staged backup, before the database is opened. Checks the backup again and copies the present
 * data first. If anything fails, the present data stays and the outcome says why.
 */
export function applyStagedRestore(folder: string, options: RestoreOptions & { log: Logger }): void {
  const { log, now } = options;
  const files = restoreFiles(folder);
  const staged = readStaged(files.staged);
  if (staged === null) return;
  const begun = { name: staged.name, at: now };
  let outcome: RestoreOutcome;
  try {
    const backup = join(files.backups, staged.name);
    outcome = { ...begun, ...restoreBackup(folder, backup, options), problem: null };
    log.warn(outcome, "a backup was restored");
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    outcome = { ...begun, safetyCopy: null, problem, mayRevive: false };
    log.error(outcome, "a backup was not restored; the data is unchanged");
  }
  writeFlushedPrivateFile(files.outcome, JSON.stringify(outcome));
  rmSync(files.staged, { force: true });
}

/** Returns null, and removes the file, if it does not name one of the service's copies. */
function readStaged(file: string): StagedRestore | null {
  if (!existsSync(file)) return null;
  try {
    const { name, askedAt } = JSON.parse(readFileSync(file, "utf8")) as Partial<StagedRestore>;
    if (typeof name === "string" && copyNames.test(name)) return { name, askedAt: Number(askedAt) || 0 };
  } catch {
    // Half written, or changed by hand.
  }
  rmSync(file, { force: true });
  return null;
}

/**
 * Replaces the database of a data folder whose lock the caller holds, and keeps the present access state. If the backup
 * cannot be restored, throws a sentence and changes nothing. The last step is one rename over the present file, so a start
 * that is interrupted earlier finds the old data and tries again.
 */
export function restoreBackup(folder: string, backup: string, { parts, now }: RestoreOptions): Restored {
  const { backups } = restoreFiles(folder);
  const database = join(folder, "signalbox.db");
  const incoming = `${database}.incoming`;
  removeWithSides(incoming);
  try {
    copyChecked(backup, incoming);
    const copied = existsSync(database) ? copyPresent(database, { backups, now }) : nothingCopied;
    const present = copied.name === null ? noData : readPresentData(database, tablesRead(parts));
    carryAccessOver(incoming, present, { parts, folder, now });
    raiseIds(incoming, withFolders(copied.ids, folder));
    flush(incoming);
    for (const one of derived) removeWithSides(join(folder, one));
    // Its newest changes are lost from here on, on purpose.
    writeDatabaseMarker(folder, "closed");
    for (const side of sides) rmSync(database + side, { force: true });
    renameSync(incoming, database);
    return { safetyCopy: copied.name, mayRevive: !present.isWhole };
  } finally {
    removeWithSides(incoming);
  }
}

/**
 * Also copies the write-ahead log: a person may have copied the files of a crashed service. Throws if the backup cannot be
 * restored. Refuses a symbolic link, which could make the service open any file.
 */
function copyChecked(backup: string, incoming: string): void {
  for (const end of ["", "-wal"]) {
    if (lstatSync(backup + end, { throwIfNoEntry: false })?.isSymbolicLink()) throw new Error(text.link);
    if (existsSync(backup + end)) copyFileSync(backup + end, incoming + end);
  }
  const { problem } = inspectCopy(incoming);
  if (problem !== null) throw new Error(problem);
}

/** The copy of the present data and the newest id of each of its tables. */
interface Copied {
  name: string | null;
  ids: ReadonlyMap<string, number>;
}

const nothingCopied: Copied = { name: null, ids: new Map() };

/** A damaged database can be replaced too; its bytes are copied unchanged. */
function copyPresent(database: string, to: { backups: string; now: number }): Copied {
  const name = copyName(to.now, "-before-restore");
  try {
    // Read-only, since a connection that may write deletes the files beside one that is not a database.
    const sql = new Sqlite(database, { readonly: true, timeout: 5_000 });
    try {
      copyInto({ sql }, to.backups, name);
      return { name, ids: newestIds(sql) };
    } finally {
      sql.close();
    }
  } catch (error) {
    if (isInUse(error)) throw error;
    for (const end of [...sides, ""]) copyBytes(database + end, join(to.backups, name + end));
    return { name, ids: new Map() };
  }
}

const isInUse = (error: unknown): boolean =>
  error instanceof Sqlite.SqliteError && /^SQLITE_(?:BUSY|LOCKED)/.test(error.code);

/** The copy gets its name once it is complete. */
function copyBytes(file: string, kept: string): void {
  if (!existsSync(file)) return;
  const draft = `${kept}.part`;
  try {
    copyFileSync(file, draft);
    flush(draft);
    renameSync(draft, kept);
  } finally {
    rmSync(draft, { force: true });
  }
}

const newestIds = (sql: Sqlite.Database): Map<string, number> =>
  new Map(sql.prepare<[], [string, number]>("SELECT name, seq FROM sqlite_sequence").raw().all());

/** Each has a folder per session, named by its id. */
const sessionFolders = ["homes", "scratch", "attachments", "stowed"];

/** Adds the id of the newest session with a folder, which is all that is known about an unreadable database. */
function withFolders(ids: ReadonlyMap<string, number>, folder: string): ReadonlyMap<string, number> {
  const roots = sessionFolders.map((name) => join(folder, name)).filter((root) => existsSync(root));
  const found = roots.flatMap((root) => readdirSync(root).filter((name) => /^\d{1,15}$/.test(name)));
  const newest = found.reduce((most, name) => Math.max(most, Number(name)), ids.get(sessionsTable) ?? 0);
  return new Map(ids).set(sessionsTable, newest);
}

/**
 * Makes sure that no id is used twice. Sessions created after the backup left folders, archived clones and processes under
 * ids that the backup does not have; a new session with the same id would find them.
 */
function raiseIds(file: string, ids: ReadonlyMap<string, number>): void {
  const sql = new Sqlite(file);
  try {
    const known = newestIds(sql);
    const drop = sql.prepare<[string]>("DELETE FROM sqlite_sequence WHERE name = ?");
    const keep = sql.prepare<[number, string]>(
      "INSERT INTO sqlite_sequence (name, seq) SELECT name, ? FROM sqlite_master WHERE type = 'table' AND name = ?",
    );
    sql.transaction(() => {
      for (const [table, id] of ids) {
        if (id <= (known.get(table) ?? 0)) continue;
        drop.run(table);
        keep.run(id, table);
      }
    })();
  } finally {
    sql.close();
  }
}

/** SQLite keeps the newest changes to a file beside it. */
const sides = ["-wal", "-shm"] as const;

function removeWithSides(file: string): void {
  for (const end of ["", ...sides]) rmSync(file + end, { force: true });
}
