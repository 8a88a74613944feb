import { rmSync, writeFileSync } from "node:fs";
import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { openTestDatabase, silentLog } from "../../../../test/support/database.ts";
import { makeTestFolder } from "../../../../test/support/test-folder.ts";
import { restoreParts } from "../../../compose/restore-parts.ts";
import { backUp } from "../../../db/migrate.ts";
import { applyStagedRestore, type RestoreOutcome, restoreFiles } from "./restore.ts";

const now = Date.UTC(2026, 10, 22);

/** A data folder whose database has a session, and an earlier backup with another one. */
async function open() {
  const folder = await makeTestFolder();
  const files = restoreFiles(folder.path);
  const fill = (title: string, keep: (sql: Sqlite.Database) => string): string => {
    using opened = openTestDatabase();
    opened.addSession({ title });
    return keep(opened.database.sql);
  };
  const copy = fill("Then", (sql) => backUp({ sql }, files.backups, now - 1_000));
  fill("Now", (sql) => {
    sql.prepare("VACUUM INTO ?").run(folder.at("signalbox.db"));
    return "";
  });
  return {
    files,
    at: folder.at,
    database: folder.at("signalbox.db"),
    name: copy.slice(files.backups.length + 1),
    stage: (name: string) => writeFile(files.staged, JSON.stringify({ name, askedAt: now })),
    apply: () => applyStagedRestore(folder.path, { parts: restoreParts, log: silentLog, now }),
    titles(file = folder.at("signalbox.db")) {
      const sql = new Sqlite(file, { readonly: true });
      const titles = sql.prepare("SELECT title FROM sessions").pluck().all();
      sql.close();
      return titles;
    },
    outcome: async () => JSON.parse(await readFile(files.outcome, "utf8")) as RestoreOutcome,
    names: () => readdir(folder.path),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

it("replaces the data by the backup once, and keeps the old data", async () => {
  await using bed = await open();
  await bed.stage(bed.name);
  bed.apply();
  expect(bed.titles()).toEqual(["Then"]);
  const { safetyCopy, problem } = await bed.outcome();
  expect([problem, safetyCopy]).toEqual([null, expect.stringContaining("-before-restore.db")]);
  expect(bed.titles(join(bed.files.backups, safetyCopy ?? ""))).toEqual(["Now"]);
  expect(await bed.names()).toEqual(["backups", "database.json", "restore-outcome.json", "signalbox.db"]);
  bed.apply();
  expect(bed.titles()).toEqual(["Then"]);
});

it.each<[string, (file: string) => void]>([
  ["is damaged", (file) => writeFileSync(file, "spoilt")],
  ["is another program's", (file) => otherDatabase(file)],
])("does not change the data if the backup %s", async (_title, spoil) => {
  await using bed = await open();
  spoil(join(bed.files.backups, bed.name));
  await bed.stage(bed.name);
  bed.apply();
  expect(bed.titles()).toEqual(["Now"]);
  expect(await bed.outcome()).toMatchObject({ safetyCopy: null, problem: expect.stringContaining("copy") });
});

function otherDatabase(file: string): void {
  rmSync(file);
  new Sqlite(file).exec("CREATE TABLE notes (text)").close();
}

it("replaces data that cannot be read, and keeps its bytes", async () => {
  await using bed = await open();
  writeFileSync(bed.database, "spoilt, and long enough to be taken for something");
  await bed.stage(bed.name);
  bed.apply();
  expect(bed.titles()).toEqual(["Then"]);
  const { safetyCopy } = await bed.outcome();
  expect(await readFile(join(bed.files.backups, safetyCopy ?? ""), "utf8")).toContain("spoilt");
});

it("reuses no id of the old data or of a session's folder", async () => {
  await using bed = await open();
  const nextId = (): unknown => {
    const sql = new Sqlite(bed.database);
    const seq = sql.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'sessions'").pluck().get();
    sql.close();
    return Number(seq) + 1;
  };
  const present = new Sqlite(bed.database);
  present.exec("UPDATE sqlite_sequence SET seq = 60 WHERE name = 'sessions'").close();
  await bed.stage(bed.name);
  bed.apply();
  expect([bed.titles(), nextId()]).toEqual([["Then"], 61]);

  await mkdir(bed.at("stowed/77"), { recursive: true });
  writeFileSync(bed.database, "spoilt, and long enough to be taken for something");
  await bed.stage(bed.name);
  bed.apply();
  expect([bed.titles(), nextId()]).toEqual([["Then"], 78]);
});

it("refuses a symbolic link as a backup", async () => {
  await using bed = await open();
  const link = bed.name.replace("signalbox-", "signalbox-1");
  await symlink(join(bed.files.backups, bed.name), join(bed.files.backups, link));
  await bed.stage(link);
  bed.apply();
  expect(bed.titles()).toEqual(["Now"]);
  expect(await bed.outcome()).toMatchObject({ problem: expect.stringContaining("link") });
});

it("keeps the files beside data that cannot be read", async () => {
  await using bed = await open();
  writeFileSync(bed.database, "spoilt, and long enough to be taken for something");
  writeFileSync(`${bed.database}-wal`, "the newest lines");
  await bed.stage(bed.name);
  bed.apply();
  const { safetyCopy } = await bed.outcome();
  expect(await readFile(join(bed.files.backups, `${safetyCopy}-wal`), "utf8")).toBe("the newest lines");
  expect(bed.titles()).toEqual(["Then"]);
});

it.each(["../../elsewhere.db", "/etc/passwd", "signalbox-..db", "notes.db"])(
  "takes %s for no copy, and forgets it",
  async (name) => {
    await using bed = await open();
    await bed.stage(name);
    bed.apply();
    expect(bed.titles()).toEqual(["Now"]);
    expect(await bed.names()).toEqual(["backups", "signalbox.db"]);
  },
);
