import { expect, it } from "vitest";
import { openTestDatabase } from "../../test/support/database.ts";
import { sessionLogs } from "../compose/schema.ts";

const hostile =
  "CREATE TEMP TABLE parents (id INTEGER PRIMARY KEY); CREATE TEMP TABLE children (parent INTEGER REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED)";

it("reports the failure of a commit to a write that returns its row", () => {
  using opened = openTestDatabase();
  const { sql } = opened.database;
  // Checked by the commit alone, as the space on the disk is.
  sql.exec(hostile);
  const insert = sql.prepare("INSERT INTO children (parent) VALUES (7) RETURNING parent");
  for (const write of [() => insert.get(), () => insert.all(), () => insert.raw().get()])
    expect(write).toThrow(/FOREIGN KEY constraint failed/);
  expect(sql.prepare("SELECT * FROM children").all()).toEqual([]);
});

it("returns what better-sqlite3 returns: a row, a list of values, or nothing", () => {
  using opened = openTestDatabase();
  const { sql, db } = opened.database;
  sql.exec(hostile);
  const insert = sql.prepare("INSERT OR IGNORE INTO parents (id) VALUES (?) RETURNING id");
  expect([insert.get(1), insert.get(1)]).toEqual([{ id: 1 }, undefined]);
  expect([insert.raw().get(2), insert.pluck().get(3)]).toEqual([[2], 3]);
  const now = opened.clock.at;
  const line = {
    sessionId: opened.addSession(),
    content: "a line",
    level: "info",
    createdAt: now,
    updatedAt: now,
  } as const;
  expect(db.insert(sessionLogs).values(line).returning().get()).toMatchObject({ content: "a line" });
});
