import { integer, sqliteTable } from "drizzle-orm/sqlite-core";
import { expect, it } from "vitest";
import { z } from "zod";
import { canonicalObject, jsonList, jsonObject, jsonOf } from "./json-codec.ts";
import { jsonColumn } from "./json-column.ts";
import { rowsOf } from "./rows.ts";

const names = jsonList<string>();
const count = jsonOf(z.object({ count: z.number() }));

it.each([
  ["an empty list", names, "[]", []],
  ["a list", names, '["a", "b"]', ["a", "b"]],
  ["an empty object", jsonObject, "{}", {}],
  ["an object", jsonObject, '{"a": [1]}', { a: [1] }],
  ["what a schema accepts", count, '{"count": 1}', { count: 1 }],
])("reads %s", (_title, codec, text, expected) => {
  expect(codec.decode(text)).toEqual(expected);
});

it.each([
  ["a list", names, ["", "[", "{}", "null", "1"], []],
  ["an object", jsonObject, ["", "{", "[]", "null", '"a"'], {}],
  ["a value with a schema", count, ["", "{", "{}", "null", '{"count": "1"}'], null],
])("reads a damaged value of %s as empty", (_title, codec, damaged, expected) => {
  for (const text of damaged) expect(codec.decode(text)).toEqual(expected);
});

it("gives each reader a value of its own", () => {
  names.decode("[]").push("a");
  expect(names.decode("[]")).toEqual([]);
});

it("writes what is stored, and what is searched in its canonical spelling", () => {
  expect([names.encode(["a"]), jsonObject.encode({ bb: 1, a: 2 })]).toEqual(['["a"]', '{"bb":1,"a":2}']);
  expect(canonicalObject.encode({ bb: 1, a: 2 })).toBe('{"a": 2, "bb": 1}');
});

it("is decoded in rows of statements written by hand, unless it is null", () => {
  const shelves = sqliteTable("shelves", {
    id: integer().primaryKey(),
    books: jsonColumn("books", names).notNull(),
    lent: jsonColumn("lent", names),
  });
  const raw = { id: 1, books: '["Emma"]', lent: null };
  expect(rowsOf(shelves).read(raw)).toEqual({ id: 1, books: ["Emma"], lent: null });
});
