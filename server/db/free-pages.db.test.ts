import { statSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { expect, it } from "vitest";
import { silentLog } from "../../test/support/database.ts";
import { makeTestFolder } from "../../test/support/test-folder.ts";
import { canGiveBack, giveBackPages, keptPages, rewriteOnce } from "./free-pages.ts";
import { openDatabase } from "./open.ts";

const megabyte = 1024 ** 2;

const fill = (sql: Sqlite.Database): void => {
  sql.exec("CREATE TABLE IF NOT EXISTS note (text TEXT)");
  const insert = sql.prepare("INSERT INTO note (text) VALUES (?)");
  sql.transaction(() => {
    for (let n = 0; n < 2_000; n++) insert.run(`${n} ${"x".repeat(4_000)}`);
  })();
};

/** The size of the file once everything written is in it. */
function sizeOf(sql: Sqlite.Database): number {
  sql.pragma("wal_checkpoint(TRUNCATE)");
  return statSync(sql.name).size;
}

it("gives back the pages of what was deleted, a piece at a time", async () => {
  await using folder = await makeTestFolder();
  const { sql, close } = openDatabase(folder.at("new.db"), silentLog);
  fill(sql);
  const full = sizeOf(sql);
  expect(full).toBeGreaterThan(7 * megabyte);
  sql.exec("DELETE FROM note");
  expect(sizeOf(sql)).toBe(full);
  const left = giveBackPages(sql, 256);
  expect(left).toBeGreaterThan(0);
  expect(sizeOf(sql)).toBeLessThan(full);
  while (giveBackPages(sql, 256) > 0);
  expect(sizeOf(sql)).toBeLessThan((keptPages + 10) * 4_096);
  expect(giveBackPages(sql, 256)).toBe(0);
  close();
});

it("rewrites a file of an older version once, with all of its rows", async () => {
  await using folder = await makeTestFolder();
  const file = folder.at("old.db");
  const old = new Sqlite(file);
  old.pragma("journal_mode = WAL");
  fill(old);
  old.close();
  const first = openDatabase(file, silentLog);
  expect(canGiveBack(first.sql)).toBe(false);
  expect(rewriteOnce(first.sql)).toBe("done");
  expect(first.sql.prepare("SELECT COUNT(*) FROM note").pluck().get()).toBe(2_000);
  expect(first.sql.pragma("journal_mode", { simple: true })).toBe("wal");
  first.close();
  const second = openDatabase(file, silentLog);
  expect(rewriteOnce(second.sql)).toBe("not_needed");
  second.sql.exec("DELETE FROM note");
  while (giveBackPages(second.sql, 512) > 0);
  expect(sizeOf(second.sql)).toBeLessThan(2 * megabyte);
  second.close();
});
