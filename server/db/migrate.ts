import { chmodSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { type MigrationMeta, readMigrationFiles } from "drizzle-orm/migrator";
import { Refusal } from "../lib/errors.ts";
import { makeFolderSync } from "../lib/make-folder.ts";
import { flush } from "../lib/private-file.ts";
import type { Database, Sql } from "./open.ts";

export const migrationsFolder = join(import.meta.dirname, "../../migrations");

interface JournalEntry {
  tag: string;
  when: number;
}

export type MigrationPlan =
  | { kind: "current" }
  | { kind: "create" }
  | { kind: "upgrade"; pending: readonly string[] }
  | { kind: "newer" };

/** What a file with the migrations `applied` needs to reach the schema of `journal`. */
export function planMigration(journal: readonly JournalEntry[], applied: readonly number[]): MigrationPlan {
  const known = new Set(journal.map(({ when }) => when));
  if (applied.some((when) => !known.has(when))) return { kind: "newer" };
  if (applied.length === 0) return { kind: "create" };
  const newest = Math.max(...applied);
  const pending = journal.filter(({ when }) => when > newest).map(({ tag }) => tag);
  return pending.length === 0 ? { kind: "current" } : { kind: "upgrade", pending };
}

/**
 * Migrates the file to this version's schema. Makes and verifies a backup of an existing file first. Refuses a file from a
 * newer version without changing it, and rolls back a migration that breaks a foreign key.
 */
export function migrateDatabase(
  database: Database,
  options: { backups: string | null; now: number; folder?: string },
): MigrationPlan {
  const folder = options.folder ?? migrationsFolder;
  const plan = planMigration(readJournal(folder), appliedMigrations(database));
  if (plan.kind === "newer") {
    throw new Refusal({
      status: 503,
      label: "Database is newer",
      messages: [
        `${database.sql.name} was written by a newer version of Signalbox. Install that version, or restore a backup. The file was not changed.`,
      ],
    });
  }
  if (plan.kind === "current") return plan;
  if (plan.kind === "upgrade" && options.backups !== null) backUp(database, options.backups, options.now);
  applyWithoutForeignKeys(database, folder);
  return plan;
}

/** The migrations of this version, oldest first. */
export function readJournal(folder = migrationsFolder): JournalEntry[] {
  const text = readFileSync(join(folder, "meta/_journal.json"), "utf8");
  return (JSON.parse(text) as { entries: JournalEntry[] }).entries;
}

/** The migrations applied to a file, by their time; none if it is not a database of the service. */
export function appliedMigrations({ sql }: Pick<Database, "sql">): number[] {
  const table = sql.prepare("SELECT 1 FROM sqlite_master WHERE name = '__drizzle_migrations'").get();
  if (table === undefined) return [];
  return sql
    .prepare<[], { at: number }>("SELECT created_at AS at FROM __drizzle_migrations")
    .all()
    .map(({ at }) => at);
}

/** Writes a compact copy, checks it and only then gives it its name. Throws if it is damaged. */
export function backUp({ sql }: Pick<Database, "sql">, folder: string, now: number): string {
  return copyInto({ sql }, folder, copyName(now));
}

/** The file name of a copy made at that time; `reason` says why, for copies that no person requested. */
export function copyName(now: number, reason: "" | "-before-restore" = ""): string {
  return `signalbox-${new Date(now).toISOString().replace(/[:.]/g, "-")}${reason}.db`;
}

/** Like `backUp`, with a given name. */
export function copyInto({ sql }: Pick<Database, "sql">, folder: string, name: string): string {
  makeFolderSync(folder);
  const file = join(folder, name);
  const draft = `${file}.part`;
  rmSync(draft, { force: true });
  try {
    sql.prepare("VACUUM INTO ?").run(draft);
    chmodSync(draft, 0o600);
    checkCopy(draft);
    flush(draft); // SQLite does not flush a copy that it makes.
    renameSync(draft, file);
    return file;
  } catch (error) {
    rmSync(draft, { force: true }); // A partial copy would keep a full disk full.
    throw error;
  }
}

function checkCopy(draft: string): void {
  const copy = new Sqlite(draft, { readonly: true });
  try {
    const verdict = copy.pragma("integrity_check", { simple: true });
    if (verdict !== "ok") throw new Error(`The backup ${draft} is damaged: ${String(verdict)}`);
  } finally {
    copy.close();
  }
}

/**
 * Rebuilding a table with foreign keys on would trigger its cascades, and the pragma has no effect inside a transaction, so
 * it is set outside. Only violations that the migration added count; they roll back all of it.
 */
function applyWithoutForeignKeys({ sql }: Database, folder: string): void {
  const migrations = readMigrationFiles({ migrationsFolder: folder });
  sql.pragma("foreign_keys = OFF");
  try {
    sql.transaction(() => {
      const before = danglingReferences(sql);
      applyPending(sql, migrations);
      const added = [...danglingReferences(sql)].filter((row) => !before.has(row));
      if (added.length > 0)
        throw new Error(`The migration left dangling references: ${added.slice(0, 5).join("; ")}`);
    })();
  } finally {
    sql.pragma("foreign_keys = ON");
  }
}

const danglingReferences = (sql: Sql): Set<string> =>
  new Set(
    sql
      .prepare("PRAGMA foreign_key_check")
      .all()
      .map((row) => JSON.stringify(row)),
  );

/** The list of migrations in a file. */
export const migrationsTable =
  "CREATE TABLE IF NOT EXISTS __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)";

/** Writes the same record as drizzle, whose own migrator commits before the references can be checked. */
function applyPending(sql: Sql, migrations: readonly MigrationMeta[]): void {
  sql.exec(migrationsTable);
  const newest = sql.prepare("SELECT MAX(created_at) FROM __drizzle_migrations").pluck().get();
  const record = sql.prepare("INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)");
  for (const migration of migrations) {
    if (newest !== null && migration.folderMillis <= Number(newest)) continue;
    for (const statement of migration.sql) sql.exec(statement);
    record.run(migration.hash, migration.folderMillis);
  }
}
