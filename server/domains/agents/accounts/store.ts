import { and, desc, eq, gte, isNull, lt, notInArray, sql } from "drizzle-orm";
import type { Database } from "../../../db/open.ts";
import {
  accountLoans,
  accountLogins,
  accountReadings,
  accountRotations,
  inferenceAccounts,
} from "./table.ts";

export type AccountRow = typeof inferenceAccounts.$inferSelect;
export type NewAccount = typeof inferenceAccounts.$inferInsert;
type NewReading = typeof accountReadings.$inferInsert;
export type LoanRow = typeof accountLoans.$inferSelect;
export type LoginRow = typeof accountLogins.$inferSelect;
export type ReadingRow = typeof accountReadings.$inferSelect;
export type RotationRow = typeof accountRotations.$inferSelect;

export const emailKey = (email: string): string => email.trim().toLowerCase();

export function accountStore({ db }: Pick<Database, "db">) {
  const accounts = inferenceAccounts;
  // Asked for with every decision of the spot queue: the query builder would take several times as long as the rest of it.
  const ofRuntime = db
    .select()
    .from(accounts)
    .where(eq(accounts.runtime, sql.placeholder("runtime")))
    .orderBy(accounts.priority, accounts.id)
    .prepare();
  return {
    /** In the order in which they serve, the current one aside. */
    ofRuntime: (runtime: string): AccountRow[] => ofRuntime.all({ runtime }),
    all: (): AccountRow[] => db.select().from(accounts).orderBy(accounts.priority, accounts.id).all(),
    byId: (id: number): AccountRow | undefined => db.select().from(accounts).where(eq(accounts.id, id)).get(),
    byEmail: (runtime: string, email: string): AccountRow | undefined =>
      db
        .select()
        .from(accounts)
        .where(and(eq(accounts.runtime, runtime), eq(accounts.emailKey, emailKey(email))))
        .get(),
    insert: (row: NewAccount): AccountRow => db.insert(accounts).values(row).returning().get(),
    update: (id: number, changes: Partial<NewAccount>): AccountRow | undefined =>
      db.update(accounts).set(changes).where(eq(accounts.id, id)).returning().get(),
    /** Its readings, rotations and sign-ins stay, with its email and no id. */
    remove(id: number): void {
      db.delete(accounts).where(eq(accounts.id, id)).run();
      db.update(accountReadings).set({ accountId: null }).where(eq(accountReadings.accountId, id)).run();
      db.update(accountRotations).set({ fromId: null }).where(eq(accountRotations.fromId, id)).run();
      db.update(accountRotations).set({ toId: null }).where(eq(accountRotations.toId, id)).run();
      db.update(accountLogins).set({ accountId: null }).where(eq(accountLogins.accountId, id)).run();
      db.delete(accountLoans).where(eq(accountLoans.accountId, id)).run();
    },
    makeCurrent(runtime: string, id: number | null): void {
      db.update(accounts).set({ isCurrent: false }).where(eq(accounts.runtime, runtime)).run();
      if (id !== null) db.update(accounts).set({ isCurrent: true }).where(eq(accounts.id, id)).run();
    },

    ...readingStore(db),
    ...loanStore(db),
    ...loginStore(db),

    addRotation: (row: typeof accountRotations.$inferInsert): void =>
      void db.insert(accountRotations).values(row).run(),
    rotations: (runtime: string, limit: number): RotationRow[] =>
      db
        .select()
        .from(accountRotations)
        .where(eq(accountRotations.runtime, runtime))
        .orderBy(desc(accountRotations.at), desc(accountRotations.id))
        .limit(limit)
        .all(),
  };
}

function loginStore(db: Database["db"]) {
  const byId = (id: number) => eq(accountLogins.id, id);
  const isOpen = isNull(accountLogins.endedAt);
  const lastLogin = db
    .select()
    .from(accountLogins)
    .where(eq(accountLogins.accountId, sql.placeholder("accountId")))
    .orderBy(desc(accountLogins.id))
    .limit(1)
    .prepare();
  return {
    login: (id: number): LoginRow | undefined => db.select().from(accountLogins).where(byId(id)).get(),
    openLogin: (accountId: number): LoginRow | undefined =>
      db
        .select()
        .from(accountLogins)
        .where(and(eq(accountLogins.accountId, accountId), isOpen))
        .get(),
    openLogins: (): LoginRow[] => db.select().from(accountLogins).where(isOpen).all(),
    lastLogin: (accountId: number): LoginRow | undefined => lastLogin.get({ accountId }),
    addLogin: (row: typeof accountLogins.$inferInsert): LoginRow =>
      db.insert(accountLogins).values(row).returning().get(),
    changeLogin: (id: number, changes: Partial<LoginRow>): void =>
      void db
        .update(accountLogins)
        .set(changes)
        .where(and(byId(id), isOpen))
        .run(),
    /** What has ended stays as it ended. */
    endLogin: (id: number, ending: Pick<LoginRow, "status" | "errorMessage" | "endedAt">): void =>
      void db
        .update(accountLogins)
        .set(ending)
        .where(and(byId(id), isOpen))
        .run(),
    pruneLogins: (before: number): void =>
      void db.delete(accountLogins).where(lt(accountLogins.endedAt, before)).run(),
  };
}

function loanStore(db: Database["db"]) {
  const ofSession = (sessionId: number) => eq(accountLoans.sessionId, sessionId);
  return {
    keepLoan(loan: LoanRow): void {
      db.insert(accountLoans)
        .values(loan)
        .onConflictDoUpdate({ target: accountLoans.sessionId, set: loan })
        .run();
    },
    endLoan: (sessionId: number): void => void db.delete(accountLoans).where(ofSession(sessionId)).run(),
    loans: (): LoanRow[] => db.select().from(accountLoans).all(),
  };
}

function readingStore(db: Database["db"]) {
  const latestReading = db
    .select()
    .from(accountReadings)
    .where(eq(accountReadings.accountId, sql.placeholder("id")))
    .orderBy(desc(accountReadings.takenAt), desc(accountReadings.id))
    .limit(1)
    .prepare();
  return {
    /** One look-up per account in the index, however many readings there are. */
    latestReadings: (ids: readonly number[]): Map<number, ReadingRow> =>
      new Map(
        ids.flatMap((id) => {
          const row = latestReading.get({ id });
          return row ? [[id, row]] : [];
        }),
      ),
    addReading: (row: NewReading): void => void db.insert(accountReadings).values(row).run(),
    replaceReading: (id: number, row: NewReading): void =>
      void db.update(accountReadings).set(row).where(eq(accountReadings.id, id)).run(),
    removeReadings: ({ before }: { before: number }): void =>
      void db.delete(accountReadings).where(lt(accountReadings.takenAt, before)).run(),
    removeRotations: ({ before }: { before: number }): void =>
      void db.delete(accountRotations).where(lt(accountRotations.at, before)).run(),
    /** Keeps the last reading of each account in each hour. */
    thinReadings({ from, to }: { from: number; to: number }): void {
      const old = and(gte(accountReadings.takenAt, from), lt(accountReadings.takenAt, to));
      const last = db
        .select({ id: sql<number>`max(${accountReadings.id})` })
        .from(accountReadings)
        .where(old)
        .groupBy(accountReadings.runtime, accountReadings.email, sql`${accountReadings.takenAt} / 3600000`);
      db.delete(accountReadings)
        .where(and(old, notInArray(accountReadings.id, last)))
        .run();
    },
    readings: (id: number, since: number): ReadingRow[] =>
      db
        .select()
        .from(accountReadings)
        .where(and(eq(accountReadings.accountId, id), gte(accountReadings.takenAt, since)))
        .orderBy(accountReadings.takenAt)
        .all(),
  };
}
