import { expect, it } from "vitest";
import { openTestDatabase, type TestDatabase } from "../../test/support/database.ts";
import type { Sql } from "../db/open.ts";
import { clockParts } from "./clock-parts.ts";

const hours = 3_600_000;
const days = 24 * hours;

/** Somebody sets the machine's clock, and every domain follows. */
function setClock({ database, clock }: TestDatabase, byMs: number): void {
  clock.at += byMs;
  for (const part of clockParts) part(database.sql, { byMs, now: clock.at });
}

/** Ends of terms and due times that stay what they are, with the reason. */
const unmoved: Record<string, string> = {
  "sessions.snoozed_until": "A person named the moment",
  "wakes.wake_at": "A person or an agent named the moment",
  "jobs.run_at": "The queue moves it, by the kind of job",
  "trigger_conditions.next_fire_at": "The calendar names it",
};

/** Columns of the kinds that a term ends with, or that the next time is counted from. */
const mayNeedToMove =
  /(?:_until|_after|expires_at|retry_at|run_at|wake_at|fire_at|polled_at|last_used_at|heartbeat_at)$/;

function timesOf({ database }: TestDatabase): string[] {
  const columns = database.sql
    .prepare<[], string>(
      `SELECT m.name || '.' || c.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c
       WHERE m.type = 'table' AND c.type LIKE 'int%'`,
    )
    .pluck();
  return columns.all().filter((column) => mayNeedToMove.test(column));
}

/** The columns that the parts write when the clock is set back, as `table.column`. */
function followed(): Set<string> {
  const columns = new Set<string>();
  const prepare = (text: string) => {
    const [, table, column] = /UPDATE (\w+)\s+SET (\w+)/.exec(text) ?? [];
    columns.add(`${table}.${column}`);
    return { run: () => undefined };
  };
  for (const part of clockParts) part({ prepare } as unknown as Sql, { byMs: -1, now: 0 });
  return columns;
}

it("every stored end of a term follows the clock, or says why it does not", () => {
  using opened = openTestDatabase();
  const moved = followed();
  const left = timesOf(opened).filter((column) => !moved.has(column));
  const happened = ["trigger_conditions.last_polled_at", "triggers.first_missed_fire_at"];
  expect(left.filter((column) => !happened.includes(column)).sort()).toEqual(Object.keys(unmoved).sort());
});

it.each([
  ["ahead by 400 days", 400 * days],
  ["back by three hours", -3 * hours],
])("terms last as long as they would have when the clock is set %s", (_title, byMs) => {
  using opened = openTestDatabase();
  const { database, clock } = opened;
  const id = opened.addSession({ archivedAt: clock.at, trashAfter: clock.at + 7 * days });
  database.sql
    .prepare(
      "INSERT INTO idempotency_keys (id, fingerprint, state, created_at) VALUES ('k', 'f', 'answered', ?)",
    )
    .run(clock.at);
  const exp = Math.floor(clock.at / 1_000) + 3_600;
  database.sql
    .prepare(
      "INSERT INTO oauth_artifacts (model, key, payload, expires_at, created_at) VALUES ('RefreshToken', 'a', ?, ?, ?)",
    )
    .run(JSON.stringify({ exp, aud: "here" }), exp * 1_000, clock.at);
  setClock(opened, byMs);
  const read = (sql: string) => database.sql.prepare(sql).get();
  expect(
    read(
      `SELECT trash_after - ${clock.at} AS left, archived_at - ${clock.at} AS ago FROM sessions WHERE id = ${id}`,
    ),
  ).toEqual({
    left: 7 * days,
    ago: -byMs,
  });
  expect(read(`SELECT created_at - ${clock.at} AS age FROM idempotency_keys`)).toEqual({ age: 0 });
  expect(
    read(`SELECT expires_at - ${clock.at} AS left, payload ->> '$.exp' - ${Math.floor(clock.at / 1_000)} AS seconds,
      payload ->> '$.aud' AS aud FROM oauth_artifacts`),
  ).toEqual({ left: 3_600_000, seconds: 3_600, aud: "here" });
});

it("what waits for a retry waits no longer when the clock is set back, and comes early when it is set ahead", () => {
  using opened = openTestDatabase();
  const { database, clock } = opened;
  const at = { retryAt: clock.at + 60_000, heartbeatAt: clock.at - 1_000 };
  opened.addSession({ ...at });
  const read = () =>
    database.sql
      .prepare("SELECT retry_at - ? AS retry, heartbeat_at - ? AS heartbeat FROM sessions")
      .get(clock.at, clock.at);
  setClock(opened, -3 * hours);
  expect(read()).toEqual({ retry: 60_000, heartbeat: 0 });
  setClock(opened, 3 * hours);
  expect(read()).toEqual({ retry: 60_000 - 3 * hours, heartbeat: -3 * hours });
});
