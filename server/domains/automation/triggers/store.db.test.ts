import { expect, it } from "vitest";
import { openTestDatabase } from "../../../../test/support/database.ts";
import { triggerStore } from "./store.ts";

it("finds the next slot by the index of slots, beside many triggers that wait for something else", () => {
  using opened = openTestDatabase();
  const { sql } = opened.database;
  const prepare = sql.prepare.bind(sql);
  const prepared: string[] = [];
  sql.prepare = ((source: string) => {
    prepared.push(source);
    return prepare(source);
  }) as typeof sql.prepare;
  triggerStore(opened.database);
  const [asked, ...others] = prepared.filter((source) => /SELECT next_fire_at/.test(source));
  expect(others).toEqual([]);
  const steps = prepare(`EXPLAIN QUERY PLAN ${asked ?? ""}`).all() as { detail: string }[];
  expect(steps.map(({ detail }) => detail)).toEqual([
    "SEARCH trigger_conditions USING INDEX trigger_conditions_due (next_fire_at>?)",
    "SEARCH triggers EXISTS USING INTEGER PRIMARY KEY (rowid=?)",
  ]);
});
