import { expect, it } from "vitest";
import { openTestDatabase } from "../../test/support/database.ts";
import { makeTestFolder } from "../../test/support/test-folder.ts";
import { commitLazily, flushLazyCommits } from "./lazy-commit.ts";

const [normal, full] = [1, 2];

it("leaves every other commit as durable as it was", () => {
  using opened = openTestDatabase();
  const { sql, transaction } = opened.database;
  const durability = () => sql.pragma("synchronous", { simple: true });
  expect(commitLazily(sql, durability)).toBe(normal);
  expect(durability()).toBe(full);
  const failing = () => {
    throw new Error("no room");
  };
  expect(() => commitLazily(sql, failing)).toThrow("no room");
  expect(durability()).toBe(full);
  expect(transaction(() => commitLazily(sql, durability))).toBe(full);
});

it("keeps what was committed for the next start, flushed or not", async () => {
  await using folder = await makeTestFolder();
  const file = folder.at("signalbox.db");
  {
    using opened = openTestDatabase(file);
    const { sql } = opened.database;
    sql.exec("CREATE TABLE notes (text TEXT)");
    commitLazily(sql, () => sql.exec("INSERT INTO notes VALUES ('lazy')"));
    await flushLazyCommits(sql);
  }
  using again = openTestDatabase(file);
  expect(again.database.sql.prepare("SELECT text FROM notes").pluck().all()).toEqual(["lazy"]);
  await flushLazyCommits(again.database.sql);
});
