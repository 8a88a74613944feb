import { describe, expect, it } from "vitest";
import { allowed } from "./sql-allowed.ts";
import { foreignTables, tableOwners } from "./sql-ownership.ts";
import { tablesOfSource, tablesOfSql } from "./sql-tables.ts";
import { filesBelow, textOf } from "./tree.ts";

const isTest = /\.test\.ts$|[.-]test-(data|bed)\.ts$/;
const sources = Object.fromEntries(
  filesBelow("server")
    .filter((file) => file.endsWith(".ts") && !isTest.test(file))
    .map((file) => [file, textOf(file)]),
);

describe("tables of the database", () => {
  it("are used in SQL only by their owner, except for exactly the uses on the list", () => {
    const tables = Object.entries(allowed).map(([file, entry]) => [file, entry.tables]);
    expect(foreignTables(sources)).toEqual(Object.fromEntries(tables));
  });

  it("each have an owner", () => {
    const owners = tableOwners(sources);
    expect(owners.size).toBeGreaterThan(30);
    expect(owners.get("sessions")).toBe("server/domains/sessions/sessions");
    expect(owners.get("jobs")).toBe("server/jobs");
  });
});

describe("the search for foreign tables", () => {
  const alphaTable = { "server/domains/group/alpha/table.ts": 'export const a = sqliteTable("alphas", {});' };
  const plant = (text: string, file = "server/domains/group/beta/store.ts") =>
    foreignTables({ ...alphaTable, [file]: text });

  it.each([
    ["a statement", 'sql.prepare("SELECT * FROM alphas");'],
    ["a join of a template", "sql.prepare<[], 1>(`SELECT ${columns} FROM json_each(?) JOIN alphas ON 1`);"],
    ["a part that another file may run", 'export const part = "EXISTS (SELECT 1 FROM alphas)";'],
    ["a constant", 'const table = "alphas";\nsql.exec(`DELETE FROM ${table}`);'],
    ["a sum of texts", 'run("SELECT id FROM " +\n  "alphas");'],
    ["a tagged template", "db.run(sql`delete from alphas`);"],
    ["a statement in lower case", 'sql.prepare("select * from alphas");'],
    ["a name in quotes", "sql.exec('UPDATE \"alphas\" SET x = 1');"],
  ])("finds one in %s", (_where, text) => {
    expect(plant(text)).toEqual({ "server/domains/group/beta/store.ts": ["alphas"] });
  });

  it("finds an import of another folder's table, or of the whole schema", () => {
    expect(
      plant('import { a } from "../alpha/table.ts";\nimport { b } from "../../../compose/schema.ts";'),
    ).toEqual({
      "server/domains/group/beta/store.ts": [
        "server/compose/schema.ts",
        "server/domains/group/alpha/table.ts",
      ],
    });
  });

  it("finds a name passed to a function that writes rows of any table", () => {
    const text = 'import { insertRows } from "../../../db/untyped-rows.ts";\ninsertRows(sql, "alphas", []);';
    expect(plant(text)).toEqual({ "server/domains/group/beta/store.ts": ["alphas"] });
  });

  it("finds a table that is not declared, and one whose name is computed", () => {
    const text = 'sql.exec("DROP TABLE gammas");\nsql.exec(`DELETE FROM ${name}`);';
    expect(plant(text)).toEqual({ "server/domains/group/beta/store.ts": ["COMPUTED", "gammas"] });
    expect(plant("sql.exec(`DELETE FROM ${name}`);", "server/db/rows.ts")).toEqual({});
  });

  it("allows SQL that the owner offers", () => {
    const text =
      'import { alphaRows } from "../alpha/queries.ts";\nsql.prepare(`SELECT 1 FROM ${alphaRows} a JOIN ${alphaRows} b`);';
    expect(plant(text)).toEqual({});
    expect(plant(text.replace("queries", "service"))).toEqual({
      "server/domains/group/beta/store.ts": ["COMPUTED"],
    });
  });

  it("allows the owner, tables that a domain creates itself, SQLite's own tables, and prose", () => {
    expect(plant('sql.exec("DELETE FROM alphas");', "server/domains/group/alpha/reads.ts")).toEqual({});
    expect(
      plant('sql.exec("CREATE TABLE IF NOT EXISTS alphas (id)");\nsql.exec("DELETE FROM alphas");'),
    ).toEqual({});
    expect(plant('sql.prepare("SELECT seq FROM sqlite_sequence");')).toEqual({});
    expect(plant('throw new Error("Taken from alphas, update alphas");')).toEqual({});
  });
});

describe("the tables of a statement", () => {
  it.each([
    ["SELECT 1 FROM a, b AS x, json_each(?), c WHERE d IN (1, 2)", ["a", "b", "c"]],
    [
      "SELECT (SELECT x FROM a WHERE y = 1), z FROM (SELECT * FROM b) q, c JOIN d USING (id)",
      ["a", "b", "c", "d"],
    ],
    ["INSERT OR REPLACE INTO a (x, y) SELECT x, y FROM main.b ON CONFLICT DO UPDATE SET x = 1", ["a", "b"]],
    ["UPDATE OR IGNORE a SET x = 1 FROM b WHERE a.id IN c RETURNING x, y", ["a", "b", "c"]],
    [
      "WITH RECURSIVE line(id) AS (SELECT id FROM a UNION SELECT p FROM a JOIN line USING (id)) SELECT 1 FROM line",
      ["a", "line"],
    ],
    ["DELETE FROM a WHERE x = ' FROM b' -- FROM c\n AND y = @from AND y IS DISTINCT FROM z", ["a"]],
    ["CREATE UNIQUE INDEX i ON a (x); DROP TABLE IF EXISTS b; ALTER TABLE c RENAME TO d", ["a", "b", "c"]],
  ])("%s", (statement, tables) => {
    expect(tablesOfSql(statement).used).toEqual(tables);
  });

  it("leave out names that the statement defines itself", () => {
    const text =
      'sql.prepare("WITH near AS (SELECT * FROM a), far(x, y) AS (SELECT * FROM near) SELECT * FROM far");';
    expect(tablesOfSource("x.ts", text)).toEqual({ used: ["a"], defined: ["near", "far"] });
  });
});
