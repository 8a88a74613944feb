import { statSync } from "node:fs";
import { chmod, readdir, rename, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { silentLog } from "../../test/support/database.ts";
import { makeTestFolder } from "../../test/support/test-folder.ts";
import { openDatabase } from "./open.ts";

describe("openDatabase", () => {
  it("creates the folder, and commits to disk with foreign keys on", async () => {
    await using folder = await makeTestFolder();
    const database = openDatabase(folder.at("deep", "er", "file.db"), silentLog);
    const pragma = (name: string): unknown => database.sql.pragma(name, { simple: true });
    expect({
      journal: pragma("journal_mode"),
      synchronous: pragma("synchronous"),
      keys: pragma("foreign_keys"),
      patience: pragma("busy_timeout"),
    }).toEqual({ journal: "wal", synchronous: 2, keys: 1, patience: 5_000 });
    database.close();
  });

  it("can be closed twice", () => {
    const database = openDatabase(":memory:", silentLog);
    database.close();
    expect(() => database.close()).not.toThrow();
  });

  it("closes even if its statistics cannot be written", () => {
    const database = openDatabase(":memory:", silentLog);
    database.sql.exec("CREATE TABLE marks (id INTEGER); CREATE INDEX marks_id ON marks (id)");
    database.sql.pragma("query_only = ON");
    expect(() => database.close()).not.toThrow();
    expect(database.sql.open).toBe(false);
  });

  it("makes its files private in a folder that others can read", async ({ skip }) => {
    if (process.platform === "win32") skip("Windows has no such modes");
    await using folder = await makeTestFolder();
    await chmod(folder.path, 0o755);
    const database = openDatabase(folder.at("file.db"), silentLog);
    database.sql.exec("CREATE TABLE marks (id INTEGER)");
    const modes = (await readdir(folder.path)).map((name) => statSync(folder.at(name)).mode & 0o777);
    expect(modes).toEqual([0o600, 0o600, 0o600]);
    database.close();
  });

  it("refuses a file that is not a database, and closes it", async () => {
    await using folder = await makeTestFolder();
    await writeFile(
      folder.at("notes.db"),
      "these are only notes, but long enough to be looked at".repeat(40),
    );
    expect(() => openDatabase(folder.at("notes.db"), silentLog)).toThrow(/not a database/);
    await rename(folder.at("notes.db"), folder.at("moved.db"));
  });
});

describe("transaction", () => {
  function open() {
    const database = openDatabase(":memory:", silentLog);
    database.sql.exec("CREATE TABLE marks (id INTEGER)");
    const add = (id: number) => void database.sql.prepare("INSERT INTO marks VALUES (?)").run(id);
    const count = () => database.sql.prepare("SELECT COUNT(*) AS n FROM marks").get();
    return { database, add, count, [Symbol.dispose]: () => database.close() };
  }

  it("commits everything and returns the result of the work", () => {
    using opened = open();
    const { database, add } = opened;
    expect(
      database.transaction(() => {
        add(1);
        add(2);
        return "done";
      }),
    ).toBe("done");
    expect(opened.count()).toEqual({ n: 2 });
  });

  it("rolls back everything if the work throws, including inner transactions", () => {
    using opened = open();
    const { database, add } = opened;
    expect(() =>
      database.transaction(() => {
        add(1);
        database.transaction(() => add(2));
        throw new Error("no");
      }),
    ).toThrow("no");
    expect(opened.count()).toEqual({ n: 0 });
  });

  it("joins an open transaction", () => {
    using opened = open();
    const { database, add } = opened;
    database.transaction(() => {
      database.transaction(() => add(1));
      expect(database.sql.inTransaction).toBe(true);
    });
    expect(database.sql.inTransaction).toBe(false);
    expect(opened.count()).toEqual({ n: 1 });
  });
});
