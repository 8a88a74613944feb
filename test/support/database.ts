import { pino } from "pino";
import { sessions } from "../../server/compose/schema.ts";
import { migrateDatabase } from "../../server/db/migrate.ts";
import { type Database, openDatabase } from "../../server/db/open.ts";

export const silentLog = pino({ level: "silent" });

/** A clock that moves only when the test moves it. */
export interface TestClock {
  at: number;
  now(): number;
}

export const testStart = Date.UTC(2026, 5, 1, 12);

function testClock(at = testStart): TestClock {
  const clock = { at, now: () => clock.at };
  return clock;
}

export interface TestDatabase extends Disposable {
  database: Database;
  clock: TestClock;
  /** Adds a session row that other tables can reference; returns its id. */
  addSession(row?: Partial<typeof sessions.$inferInsert>): number;
}

/** A private database with the real migrations, in memory if it needs no file. */
export function openTestDatabase(file = ":memory:"): TestDatabase {
  const database = openDatabase(file, silentLog);
  const clock = testClock();
  migrateDatabase(database, { backups: null, now: clock.at });
  return {
    database,
    clock,
    addSession: (row = {}) => insertSession(database, { now: clock.at, ...row }),
    [Symbol.dispose]: () => database.close(),
  };
}

export function insertSession(
  { db }: Database,
  { now, ...row }: Partial<typeof sessions.$inferInsert> & { now: number },
): number {
  const values = {
    title: "A session",
    status: "needs_input",
    agentRuntime: "pi",
    gitRoot: "https://git.invalid/sample.git",
    branch: "main",
    model: "some-model",
    lastTouchedAt: now,
    createdAt: now,
    updatedAt: now,
    ...row,
  } as const;
  return db.insert(sessions).values(values).returning({ id: sessions.id }).get().id;
}
