import { expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../../../test/support/database.ts";
import { sessionOfClone } from "./queries.ts";
import { sessionStore } from "./store.ts";

/** How SQLite reads what the statement asks for that `ask` prepares last. */
function planOf({ sql }: TestDatabase["database"], ask: () => unknown, values: unknown[] = []): string {
  const prepare = sql.prepare.bind(sql);
  let last = "";
  sql.prepare = ((source: string) => {
    last = source;
    return prepare(source);
  }) as typeof sql.prepare;
  ask();
  const steps = prepare(`EXPLAIN QUERY PLAN ${last}`).all(...values) as { detail: string }[];
  return steps.map(({ detail }) => detail).join("; ");
}

it("finds the few sessions that wait for a slot beside many that sleep", () => {
  using opened = openTestDatabase();
  const store = sessionStore(opened.database, () => []);
  const plan = planOf(opened.database, () => store.waiting(["held", "parked"]));
  expect(plan).toBe("SEARCH sessions USING INDEX sessions_awaiting (waiting_kind=?)");
});

it("finds the session of a clone by the path alone", () => {
  using opened = openTestDatabase();
  const plan = planOf(opened.database, () => sessionOfClone(opened.database.sql)("/clones/one"), [""]);
  expect(plan).toBe("SEARCH sessions USING INDEX sessions_clone (clone_path=?)");
});
