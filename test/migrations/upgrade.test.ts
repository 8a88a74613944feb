import { copyFile, cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { appliedMigrations, migrateDatabase, migrationsFolder } from "../../server/db/migrate.ts";
import { type Database, openDatabase } from "../../server/db/open.ts";
import { hasOwnSchema } from "../../server/db/schema-check.ts";
import { silentLog } from "../support/database.ts";
import { makeTestFolder, type TestFolder } from "../support/test-folder.ts";
import { countSurface, expectedReading, readBack } from "./sample-rows.ts";

const fixtures = join(import.meta.dirname, "fixtures");
const names = (await readdir(fixtures)).filter((name) => name.endsWith(".db")).sort();
const journalOf = z.object({
  entries: z.array(z.looseObject({ tag: z.string(), when: z.number(), idx: z.number() })),
});
const readJournal = async (folder: string) =>
  journalOf.parse(JSON.parse(await readFile(join(folder, "meta/_journal.json"), "utf8")));

/** Opens a copy as a start of the service does. */
async function bringForward(name: string, folder: TestFolder, migrations = migrationsFolder) {
  await mkdir(folder.at("data"));
  await copyFile(join(fixtures, name), folder.at("data", "signalbox.db"));
  const database = openDatabase(folder.at("data", "signalbox.db"), silentLog);
  const plan = migrateDatabase(database, { backups: folder.at("backups"), now: 0, folder: migrations });
  return { database, plan, [Symbol.dispose]: () => database.close() };
}

const state = ({ sql }: Database) => ({
  integrity: sql.pragma("integrity_check", { simple: true }),
  dangling: sql.pragma("foreign_key_check"),
});
const sound = { integrity: "ok", dangling: [] };

describe("every committed old database", () => {
  it.each(names)("%s opens in this version, sound and with all it held", async (name) => {
    await using folder = await makeTestFolder();
    using opened = await bringForward(name, folder);
    expect(state(opened.database)).toEqual(sound);
    expect(readBack(opened.database)).toEqual(expectedReading);
    const rows = name < "0002" ? 0 : 1;
    expect(new Set(countSurface(opened.database))).toEqual(new Set([rows]));
    const { entries } = await readJournal(migrationsFolder);
    expect(opened.plan.kind).toBe(name === `${entries.at(-1)?.tag}.db` ? "current" : "upgrade");
    expect(hasOwnSchema(opened.database.sql, appliedMigrations(opened.database))).toBe(true);
  });

  it.each(names)("%s was made by the migrations that are pinned", async (name) => {
    await using folder = await makeTestFolder();
    const pinned = z
      .record(z.string(), z.string())
      .parse(JSON.parse(await readFile(join(migrationsFolder, "identities.json"), "utf8")));
    await copyFile(join(fixtures, name), folder.at("copy.db"));
    const database = openDatabase(folder.at("copy.db"), silentLog);
    const { sql } = database;
    expect(hasOwnSchema(sql, appliedMigrations(database))).toBe(true);
    const hashes = sql.prepare("SELECT hash FROM __drizzle_migrations ORDER BY created_at").pluck().all();
    sql.close();
    const { entries } = await readJournal(migrationsFolder);
    const until = entries.findIndex(({ tag }) => `${tag}.db` === name) + 1;
    expect(hashes).toEqual(entries.slice(0, until).map(({ tag }) => pinned[`${tag}.sql`]));
  });
});

it("keeps whose each browser is, and forgets one whose owner is gone", async () => {
  await using folder = await makeTestFolder();
  await copyFile(join(fixtures, "0004_token_usage.db"), folder.at("before.db"));
  const database = openDatabase(folder.at("before.db"), silentLog);
  const subscribe = database.sql.prepare(
    "INSERT INTO web_push_subscriptions (id, endpoint, p256dh, auth, created_at) VALUES (?, ?, 'key', 'secret', 1)",
  );
  for (const id of [2, 3, 4, 5]) subscribe.run(id, `https://push.invalid/${id}`);
  const holders = {
    2: { kind: "connection", id: 1 },
    3: { kind: "sign_in", id: 1 },
    4: { kind: "connection", id: 7 },
    5: "nobody",
  };
  database.sql
    .prepare("INSERT INTO app_settings (key, value, updated_at) VALUES ('push_holders', ?, 1)")
    .run(JSON.stringify(holders));
  migrateDatabase(database, { backups: null, now: 0 });
  const rows = (question: string) => database.sql.prepare(question).raw().all();
  expect(rows("SELECT id, grant_id, sign_in_id FROM web_push_subscriptions ORDER BY id")).toEqual([
    [1, null, null],
    [2, 1, null],
    [3, null, 1],
  ]);
  expect(rows("SELECT key FROM app_settings WHERE key = 'push_holders'")).toEqual([]);
  expect(state(database)).toEqual(sound);
  database.close();
});

it("knows of a session from before only what was stored of its states", async () => {
  await using folder = await makeTestFolder();
  await copyFile(join(fixtures, "0005_push_owners.db"), folder.at("before.db"));
  const database = openDatabase(folder.at("before.db"), silentLog);
  const add = database.sql.prepare(
    `INSERT INTO sessions (title, status, waiting_kind, waiting_since, blocked_on_elicitation, forked_from_session_id,
      agent_runtime, branch, model, last_touched_at, created_at, updated_at)
     VALUES ('Old', ?, ?, ?, ?, ?, 'pi', 'main', 'some-model', 9, 5, 9)`,
  );
  add.run("waiting", "asleep", 7, 0, null);
  add.run("waiting", "idle", null, 0, null);
  add.run("needs_input", null, null, 1, 1);
  const before = Date.now();
  migrateDatabase(database, { backups: null, now: 0 });
  const rows = database.sql
    .prepare(
      "SELECT session_id, state, cause, detail, iif(at >= ?, 'now', at) FROM session_states ORDER BY id",
    )
    .raw()
    .all(before);
  const filled = Date.UTC(2026, 0, 15, 9, 30);
  expect(rows).toEqual([
    [1, null, "created", null, filled],
    [2, null, "created", null, filled],
    [3, null, "created", null, 5],
    [4, null, "created", null, 5],
    [5, null, "forked", "1", 5],
    [1, "needs_input", "found", null, "now"],
    [2, "archived", "archive", null, filled],
    [3, "asleep", "found", null, 7],
    [4, "idle", "found", null, "now"],
    [5, "asking", "found", null, "now"],
  ]);
  expect(state(database)).toEqual(sound);
  database.close();
});

it("keeps the newest snapshot of the schema alone, which is all that the generator reads", async () => {
  const { entries } = await readJournal(migrationsFolder);
  const newest = String(entries.at(-1)?.idx).padStart(4, "0");
  expect((await readdir(join(migrationsFolder, "meta"))).sort()).toEqual([
    `${newest}_snapshot.json`,
    "_journal.json",
  ]);
});

it("has one for each migration: node test/migrations/make-fixture.ts writes the newest", async () => {
  const { entries } = await readJournal(migrationsFolder);
  expect(names).toEqual(entries.map(({ tag }) => `${tag}.db`).sort());
});

describe("the harness itself", () => {
  /** This version's migrations and one of a later version. */
  async function oneMore(folder: TestFolder, sql: string): Promise<string> {
    const path = folder.at("migrations");
    await cp(migrationsFolder, path, { recursive: true });
    const { entries } = await readJournal(path);
    const next = {
      ...entries.at(-1),
      idx: entries.length,
      when: (entries.at(-1)?.when ?? 0) + 1,
      tag: "next",
    };
    await writeFile(join(path, "meta/_journal.json"), JSON.stringify({ entries: [...entries, next] }));
    await writeFile(join(path, "next.sql"), sql);
    return path;
  }

  it.each(names)("brings %s through a migration to come, with a backup", async (name) => {
    await using folder = await makeTestFolder();
    const migrations = await oneMore(
      folder,
      "ALTER TABLE `sessions` ADD `colour` text DEFAULT 'grey' NOT NULL;",
    );
    using opened = await bringForward(name, folder, migrations);
    expect(opened.plan).toMatchObject({ kind: "upgrade", pending: expect.arrayContaining(["next"]) });
    expect(await readdir(folder.at("backups"))).toHaveLength(1);
    expect(state(opened.database)).toEqual(sound);
    expect(readBack(opened.database)).toEqual(expectedReading);
    expect(opened.database.sql.prepare("SELECT DISTINCT colour FROM sessions").pluck().all()).toEqual([
      "grey",
    ]);
  });

  it("sees a migration that loses what was stored", async () => {
    await using folder = await makeTestFolder();
    const migrations = await oneMore(folder, "DELETE FROM `session_logs`;");
    using opened = await bringForward(names.at(-1) ?? "", folder, migrations);
    expect(readBack(opened.database)).not.toEqual(expectedReading);
  });
});
