import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { expect, it } from "vitest";
import { rowsOf } from "./rows.ts";

const lamps = sqliteTable("lamps", {
  id: integer().primaryKey(),
  isLit: integer("is_lit", { mode: "boolean" }).notNull(),
  spareLit: integer("spare_lit", { mode: "boolean" }),
  colour: text().notNull(),
});

it("names each column as the table's own type does", () => {
  expect(rowsOf(lamps).columns).toBe(
    '"id" AS "id", "is_lit" AS "isLit", "spare_lit" AS "spareLit", "colour" AS "colour"',
  );
});

it.each([
  ["a set flag as true", { isLit: 1 }, { isLit: true }],
  ["a cleared flag as false", { isLit: 0 }, { isLit: false }],
])("reads %s and leaves numbers and texts", (_title, raw, flags) => {
  expect(rowsOf(lamps).read({ id: 1, spareLit: 1, colour: "red", ...raw })).toEqual({
    id: 1,
    spareLit: true,
    colour: "red",
    ...flags,
  });
});
