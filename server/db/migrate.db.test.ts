import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { insertSession, silentLog, testStart } from "../../test/support/database.ts";
import { makeTestFolder, type TestFolder } from "../../test/support/test-folder.ts";
import { backUp, migrateDatabase, migrationsFolder } from "./migrate.ts";
import { type Database, openDatabase } from "./open.ts";

const digest = async (file: string): Promise<string> =>
  createHash("sha256")
    .update(await readFile(file))
    .digest("hex");

/** The shipped migrations and another one, as in a later version. */
async function laterVersion(folder: TestFolder, sql: string): Promise<string> {
  const path = folder.at(`migrations-${createHash("sha1").update(sql).digest("hex").slice(0, 8)}`);
  await cp(migrationsFolder, path, { recursive: true });
  const journalFile = join(path, "meta/_journal.json");
  const journal = JSON.parse(await readFile(journalFile, "utf8")) as {
    entries: { idx: number; when: number; tag: string }[];
  };
  const last = journal.entries.at(-1);
  if (!last) throw new Error("There are migrations");
  const next = { ...last, idx: last.idx + 1, when: last.when + 1_000, tag: "9999_next" };
  await mkdir(join(path, "meta"), { recursive: true });
  await writeFile(journalFile, JSON.stringify({ ...journal, entries: [...journal.entries, next] }));
  await writeFile(join(path, "9999_next.sql"), sql);
  return path;
}

/** A database of the present version with one session and one log line. */
function makeFile(file: string): void {
  const database = openDatabase(file, silentLog);
  migrateDatabase(database, { backups: null, now: testStart });
  const id = insertSession(database, { now: testStart, title: "Kept" });
  database.sql
    .prepare(
      "INSERT INTO session_logs (session_id, content, level, created_at, updated_at) VALUES (?,?,?,?,?)",
    )
    .run(id, "a line", "info", testStart, testStart);
  database.close();
}

const tables = ({ sql }: Database): string[] =>
  sql
    .prepare<[], { name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .all()
    .map(({ name }) => name);

describe("migrateDatabase", () => {
  it("creates the schema in an empty file without a backup, and does nothing the second time", async () => {
    await using folder = await makeTestFolder();
    const database = openDatabase(folder.at("signalbox.db"), silentLog);
    const options = { backups: folder.at("backups"), now: testStart };
    expect(migrateDatabase(database, options)).toEqual({ kind: "create" });
    expect(tables(database)).toEqual(expect.arrayContaining(["sessions", "turns", "jobs", "api_keys"]));
    expect(migrateDatabase(database, options)).toEqual({ kind: "current" });
    expect(await readdir(folder.path)).not.toContain("backups");
    database.close();
  });

  it("writes a readable backup before it migrates", async () => {
    await using folder = await makeTestFolder();
    makeFile(folder.at("signalbox.db"));
    const later = await laterVersion(
      folder,
      "ALTER TABLE `sessions` ADD `colour` text DEFAULT 'grey' NOT NULL;",
    );
    const database = openDatabase(folder.at("signalbox.db"), silentLog);
    const plan = migrateDatabase(database, { backups: folder.at("backups"), now: testStart, folder: later });
    expect(plan).toEqual({ kind: "upgrade", pending: ["9999_next"] });
    expect(database.sql.prepare("SELECT title, colour FROM sessions").all()).toEqual([
      { title: "Kept", colour: "grey" },
    ]);
    database.close();

    expect(await readdir(folder.at("backups"))).toEqual(["signalbox-2026-06-01T12-00-00-000Z.db"]);
    const copy = new Sqlite(folder.at("backups", "signalbox-2026-06-01T12-00-00-000Z.db"), {
      readonly: true,
    });
    expect(copy.prepare("SELECT title FROM sessions").all()).toEqual([{ title: "Kept" }]);
    expect(copy.pragma("integrity_check", { simple: true })).toBe("ok");
    expect(
      copy.prepare("SELECT name FROM pragma_table_info('sessions') WHERE name = 'colour'").all(),
    ).toEqual([]);
    copy.close();
  });

  it("refuses a newer file, says what to do, and changes no byte", async () => {
    await using folder = await makeTestFolder();
    const file = folder.at("signalbox.db");
    makeFile(file);
    const later = await laterVersion(folder, "CREATE TABLE `later` (`id` integer);");
    const newer = openDatabase(file, silentLog);
    migrateDatabase(newer, { backups: null, now: testStart, folder: later });
    newer.close();
    const before = await digest(file);

    const database = openDatabase(file, silentLog);
    expect(() => migrateDatabase(database, { backups: folder.at("backups"), now: testStart })).toThrow(
      expect.objectContaining({
        status: 503,
        label: "Database is newer",
        message: expect.stringMatching(
          /newer version of Signalbox\. Install that version, or restore a backup/,
        ),
      }),
    );
    database.close();
    expect(await digest(file)).toBe(before);
    expect(await readdir(folder.path)).not.toContain("backups");
  });

  it("rolls back a migration that leaves a dangling reference, so that the next start tries again", async () => {
    await using folder = await makeTestFolder();
    makeFile(folder.at("signalbox.db"));
    const broken = await laterVersion(folder, "DELETE FROM `sessions`;");
    const database = openDatabase(folder.at("signalbox.db"), silentLog);
    const migrate = () => migrateDatabase(database, { backups: null, now: testStart, folder: broken });
    expect(migrate).toThrow(/dangling references.*session_logs/);
    expect(database.sql.prepare("SELECT title FROM sessions").all()).toEqual([{ title: "Kept" }]);
    expect(database.sql.pragma("foreign_keys", { simple: true })).toBe(1);
    expect(migrate).toThrow(/dangling references/);
    database.close();
  });

  it("rolls back a migration whose second statement fails", async () => {
    await using folder = await makeTestFolder();
    makeFile(folder.at("signalbox.db"));
    const broken = await laterVersion(
      folder,
      "CREATE TABLE `half` (`id` integer);\n--> statement-breakpoint\nINSERT INTO `nowhere` VALUES (1);",
    );
    const database = openDatabase(folder.at("signalbox.db"), silentLog);
    expect(() => migrateDatabase(database, { backups: null, now: testStart, folder: broken })).toThrow(
      /nowhere/,
    );
    expect(tables(database)).not.toContain("half");
    expect(database.sql.pragma("foreign_keys", { simple: true })).toBe(1);
    expect(migrateDatabase(database, { backups: null, now: testStart })).toEqual({ kind: "current" });
    database.close();
  });

  it("rebuilds a referenced table without triggering cascades", async () => {
    await using folder = await makeTestFolder();
    makeFile(folder.at("signalbox.db"));
    const rebuild = await laterVersion(
      folder,
      [
        "CREATE TABLE `sessions_new` AS SELECT * FROM `sessions`;",
        "DROP TABLE `sessions`;",
        "CREATE TABLE `sessions` (`id` integer PRIMARY KEY, `title` text);",
        "INSERT INTO `sessions` SELECT `id`, `title` FROM `sessions_new`;",
        "DROP TABLE `sessions_new`;",
      ].join("\n--> statement-breakpoint\n"),
    );
    const database = openDatabase(folder.at("signalbox.db"), silentLog);
    migrateDatabase(database, { backups: null, now: testStart, folder: rebuild });
    expect(database.sql.prepare("SELECT content FROM session_logs").all()).toEqual([{ content: "a line" }]);
    database.close();
  });

  it("ignores a reference that was dangling before the migration", async () => {
    await using folder = await makeTestFolder();
    makeFile(folder.at("signalbox.db"));
    const database = openDatabase(folder.at("signalbox.db"), silentLog);
    database.sql.pragma("foreign_keys = OFF");
    database.sql.exec("DELETE FROM sessions");
    database.sql.pragma("foreign_keys = ON");
    const later = await laterVersion(folder, "CREATE TABLE `later` (`id` integer);");
    migrateDatabase(database, { backups: null, now: testStart, folder: later });
    expect(tables(database)).toContain("later");
    database.close();
  });
});

describe("backUp", () => {
  it("replaces the draft of a killed run", async () => {
    await using folder = await makeTestFolder();
    makeFile(folder.at("signalbox.db"));
    await writeFile(folder.at("signalbox-2026-06-01T12-00-00-000Z.db.part"), "half");
    const sql = new Sqlite(folder.at("signalbox.db"), { readonly: true });
    const file = backUp({ sql }, folder.path, testStart);
    sql.close();
    expect(await readdir(folder.path)).not.toContain("signalbox-2026-06-01T12-00-00-000Z.db.part");
    const copy = new Sqlite(file, { readonly: true });
    expect(copy.prepare("SELECT title FROM sessions").all()).toEqual([{ title: "Kept" }]);
    copy.close();
  });

  it("removes a copy that did not fit on the disk", async () => {
    await using folder = await makeTestFolder();
    makeFile(folder.at("signalbox.db"));
    const sql = new Sqlite(folder.at("signalbox.db"), { readonly: true });
    const full = {
      prepare: () => ({
        run(draft: string) {
          sql.prepare("VACUUM INTO ?").run(draft);
          throw new Error("database or disk is full");
        },
      }),
    };
    const backups = folder.at("backups");
    expect(() => backUp({ sql: full as unknown as Sqlite.Database }, backups, testStart)).toThrow(/full/);
    expect(await readdir(backups)).toEqual([]);
    sql.close();
  });
});
