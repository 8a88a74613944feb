import { copyFileSync, existsSync, lstatSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import type { Logger } from "../../../lib/logger.ts";
import { flush, writePrivateFile } from "../../../lib/private-file.ts";
import { type AccessState, emptyAccessState, readAccessState } from "./access-state.ts";
import { inspectCopy } from "./copies.ts";
import { copyInto, copyName } from "../../../db/migrate.ts";
import { restoreAccess } from "./restore-access.ts";

/** The names of copies: ours alone, and no path. */
export const copyNames = /^signalbox-[0-9TZ-]{10,40}(?:-before-restore)?\.db$/;

/** A copy that takes the place of the data at the next start. */
export interface StagedRestore {
  name: string;
  /** Epoch ms. */
  askedAt: number;
}

/** How the last one went. */
export interface RestoreOutcome {
  name: string;
  /** Epoch ms. */
  at: number;
  /** What the data was before, by its name; null where nothing was changed. */
  safetyCopy: string | null;
  /** Null when it went well. */
  problem: string | null;
  /** The data before could not be read, so that what was revoked since the copy was made may work again. */
  mayRevive: boolean;
}

/** What became of the data that a copy took the place of. */
export interface Restored {
  /** By its name in `backups/`; null where there was none. */
  safetyCopy: string | null;
  mayRevive: boolean;
}

export const restoreFiles = (folder: string) => ({
  staged: join(folder, "restore.json"),
  outcome: join(folder, "restore-outcome.json"),
  backups: join(folder, "backups"),
});

/** What the search made of the data that was; it is made again. */
const derived = ["search.db"];

/**
 * Puts a staged copy in the place of the database, before that is opened. The copy is checked again and what was
 * there is copied first; where anything fails the present data stays, and the outcome says why.
 */
export function applyStagedRestore(folder: string, { log, now }: { log: Logger; now: number }): void {
  const files = restoreFiles(folder);
  const staged = readStaged(files.staged);
  if (staged === null) return;
  const begun = { name: staged.name, at: now };
  let outcome: RestoreOutcome;
  try {
    const copy = join(files.backups, staged.name);
    outcome = { ...begun, ...putInPlace(folder, copy, now), problem: null };
    log.warn(outcome, "a backup was restored");
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    outcome = { ...begun, safetyCopy: null, problem, mayRevive: false };
    log.error(outcome, "a backup was not restored; the data is as it was");
  }
  writePrivateFile(files.outcome, JSON.stringify(outcome));
  rmSync(files.staged, { force: true });
}

/** Null too for a file that names anything but a copy of ours. */
function readStaged(file: string): StagedRestore | null {
  if (!existsSync(file)) return null;
  try {
    const { name, askedAt } = JSON.parse(readFileSync(file, "utf8")) as Partial<StagedRestore>;
    if (typeof name === "string" && copyNames.test(name)) return { name, askedAt: Number(askedAt) || 0 };
  } catch {
    // Half a file, or somebody's own: nothing is restored by it.
  }
  rmSync(file, { force: true });
  return null;
}

/**
 * Puts a copy in the place of the database of a folder that nobody uses: the caller holds its lock. Who may come in stays as
 * it is. Throws a sentence where the copy cannot be restored, and the data is as it was. The last rename takes the place of
 * a file that is there, so that a start that was cut short finds data and does it all again.
 */
export function putInPlace(folder: string, copy: string, now: number): Restored {
  const { backups } = restoreFiles(folder);
  const database = join(folder, "signalbox.db");
  const incoming = `${database}.incoming`;
  removeWithSides(incoming);
  try {
    takeIn(copy, incoming);
    const present = existsSync(database) ? keepPresent(database, { backups, now }) : nothingPresent;
    restoreAccess(incoming, present.standing, now);
    raiseIds(incoming, withFolders(present.ids, folder));
    flush(incoming);
    for (const one of derived) removeWithSides(join(folder, one));
    for (const side of sides) rmSync(database + side, { force: true });
    renameSync(incoming, database);
    return { safetyCopy: present.name, mayRevive: !present.standing.isWhole };
  } finally {
    removeWithSides(incoming);
  }
}

/**
 * With the newest of it, where somebody copied the files of a service that had died. Throws where it cannot be restored. A
 * link is no copy: who made it could have the service open any file.
 */
function takeIn(copy: string, incoming: string): void {
  for (const end of ["", "-wal"]) {
    if (lstatSync(copy + end, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new Error("The copy is only a link.");
    if (existsSync(copy + end)) copyFileSync(copy + end, incoming + end);
  }
  const { problem } = inspectCopy(incoming);
  if (problem !== null) throw new Error(problem);
}

/** What is kept of the data as it was: its copy, the newest id of each of its tables, and who may come in. */
interface Present {
  name: string | null;
  ids: ReadonlyMap<string, number>;
  standing: AccessState;
}

const nothingPresent: Present = { name: null, ids: new Map(), standing: emptyAccessState };

/** A database that is damaged can still be restored over; it is kept as the bytes it is. */
function keepPresent(database: string, to: { backups: string; now: number }): Present {
  const name = copyName(to.now, "-before-restore");
  try {
    // Who may write takes away what stands beside a file that is no database.
    const sql = new Sqlite(database, { readonly: true, timeout: 5_000 });
    try {
      copyInto({ sql }, to.backups, name);
      return { name, ids: newestIds(sql), standing: readAccessState(database) };
    } finally {
      sql.close();
    }
  } catch (error) {
    if (isInUse(error)) throw error;
    for (const end of [...sides, ""]) keepBytes(database + end, join(to.backups, name + end));
    return { name, ids: new Map(), standing: readAccessState(database) };
  }
}

const isInUse = (error: unknown): boolean =>
  error instanceof Sqlite.SqliteError && /^SQLITE_(?:BUSY|LOCKED)/.test(error.code);

/** Under its name only once it is whole. */
function keepBytes(file: string, kept: string): void {
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

/** Each holds a folder for a session, named by its id. */
const sessionFolders = ["homes", "scratch", "attachments", "stowed"];

/** With the newest session that has left a folder, all that is known of a database that cannot be read. */
function withFolders(ids: ReadonlyMap<string, number>, folder: string): ReadonlyMap<string, number> {
  const roots = sessionFolders.map((name) => join(folder, name)).filter((root) => existsSync(root));
  const found = roots.flatMap((root) => readdirSync(root).filter((name) => /^\d{1,15}$/.test(name)));
  const newest = found.reduce((most, name) => Math.max(most, Number(name)), ids.get("sessions") ?? 0);
  return new Map(ids).set("sessions", newest);
}

/**
 * What came after the copy was made has left folders, put-away work and processes under its ids, which are not in
 * the copy: given out again, they would make a new session find another's. So no id is given out twice.
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

/** What SQLite keeps beside a file is the newest of it. */
const sides = ["-wal", "-shm"] as const;

function removeWithSides(file: string): void {
  for (const end of ["", ...sides]) rmSync(file + end, { force: true });
}
