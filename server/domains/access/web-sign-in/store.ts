import { and, count, desc, eq, inArray, isNull, lt, or, sql } from "drizzle-orm";
import type { Database } from "../../../db/open.ts";
import type { BoundKey } from "../page-keys/index.ts";
import type { Tries } from "./rules.ts";
import { webAccounts, webRecoveryCodes, webSignIns, webTrustedBrowsers } from "./table.ts";

export type AccountRow = typeof webAccounts.$inferSelect;
export type SignInRow = typeof webSignIns.$inferSelect;
export type TrustedRow = typeof webTrustedBrowsers.$inferSelect;
/** A sign-in with its account. */
export interface Entry {
  signIn: SignInRow;
  account: AccountRow;
}

export type WebSignInStore = ReturnType<typeof webSignInStore>;

export function webSignInStore({ db }: Pick<Database, "db">) {
  const entry = { signIn: webSignIns, account: webAccounts };
  // Runs with every request of the board.
  const byDigest = db
    .select(entry)
    .from(webSignIns)
    .innerJoin(webAccounts, eq(webSignIns.accountId, webAccounts.id))
    .where(eq(webSignIns.digest, sql.placeholder("digest")))
    .prepare();

  return {
    ...accounts({ db }),
    entry: (digest: string): Entry | undefined => byDigest.get({ digest }),
    entryById: (id: number): Entry | undefined =>
      db
        .select(entry)
        .from(webSignIns)
        .innerJoin(webAccounts, eq(webSignIns.accountId, webAccounts.id))
        .where(eq(webSignIns.id, id))
        .get(),
    entriesOf: (email: string): Entry[] =>
      db
        .select(entry)
        .from(webSignIns)
        .innerJoin(webAccounts, eq(webSignIns.accountId, webAccounts.id))
        .where(and(eq(webAccounts.email, email), isNull(webSignIns.endedAt)))
        .orderBy(desc(webSignIns.lastUsedAt))
        .all(),
    begin: (row: typeof webSignIns.$inferInsert): void => void db.insert(webSignIns).values(row).run(),
    noteUse: (id: number, now: number): void =>
      void db.update(webSignIns).set({ lastUsedAt: now }).where(eq(webSignIns.id, id)).run(),
    /** Switches to a new cookie, since the old one was set before the code. Returns false if already completed. */
    complete: (
      id: number,
      { now, ...made }: { digest: string; hadSecondFactor: boolean; now: number },
    ): boolean =>
      db
        .update(webSignIns)
        .set({ ...made, completedAt: now, lastUsedAt: now })
        .where(and(eq(webSignIns.id, id), isNull(webSignIns.completedAt), isNull(webSignIns.endedAt)))
        .run().changes === 1,
    /** The key of a completed sign-in's browser. */
    bindKey: (id: number, key: BoundKey): void =>
      void db
        .update(webSignIns)
        .set(key)
        .where(and(eq(webSignIns.id, id), isNull(webSignIns.endedAt)))
        .run(),
    end: (ids: readonly number[], now: number): void =>
      void db.update(webSignIns).set({ endedAt: now }).where(inArray(webSignIns.id, ids)).run(),
    /** Deletes sign-ins and trusted browsers that can no longer give access. */
    sweep(before: { begun: number; used: number; expired: number }): void {
      const unfinished = and(isNull(webSignIns.completedAt), lt(webSignIns.lastUsedAt, before.begun));
      db.delete(webSignIns)
        .where(or(unfinished, lt(webSignIns.lastUsedAt, before.used)))
        .run();
      db.delete(webTrustedBrowsers).where(lt(webTrustedBrowsers.expiresAt, before.expired)).run();
    },

    trusted: (digest: string): TrustedRow | undefined =>
      db.select().from(webTrustedBrowsers).where(eq(webTrustedBrowsers.digest, digest)).get(),
    trustedOf: (accountId: number): TrustedRow[] =>
      db
        .select()
        .from(webTrustedBrowsers)
        .where(eq(webTrustedBrowsers.accountId, accountId))
        .orderBy(desc(webTrustedBrowsers.createdAt))
        .all(),
    trust: (row: typeof webTrustedBrowsers.$inferInsert): void =>
      void db.insert(webTrustedBrowsers).values(row).run(),
    /** Returns false if there was none. */
    forget: (accountId: number, id: number): boolean =>
      db
        .delete(webTrustedBrowsers)
        .where(and(eq(webTrustedBrowsers.id, id), eq(webTrustedBrowsers.accountId, accountId)))
        .run().changes === 1,
    forgetAllOf: (accountId: number): void =>
      void db.delete(webTrustedBrowsers).where(eq(webTrustedBrowsers.accountId, accountId)).run(),
  };
}

/** Accounts, their authenticators and recovery codes. */
function accounts({ db }: Pick<Database, "db">) {
  const unused = (accountId: number) =>
    and(eq(webRecoveryCodes.accountId, accountId), isNull(webRecoveryCodes.usedAt));

  return {
    account: (id: number): AccountRow | undefined =>
      db.select().from(webAccounts).where(eq(webAccounts.id, id)).get(),
    /** Most recently signed in first. */
    accountsWith: (email: string): AccountRow[] =>
      db
        .select()
        .from(webAccounts)
        .where(eq(webAccounts.email, email))
        .orderBy(desc(webAccounts.lastSignedInAt), desc(webAccounts.id))
        .all(),
    /** Creates or updates the account of the provider's subject. */
    upsertAccount: (row: typeof webAccounts.$inferInsert): AccountRow =>
      db
        .insert(webAccounts)
        .values(row)
        .onConflictDoUpdate({
          target: [webAccounts.issuer, webAccounts.subject],
          set: { email: row.email, name: row.name },
        })
        .returning()
        .get(),
    noteSignIn: (id: number, now: number): void =>
      void db.update(webAccounts).set({ lastSignedInAt: now }).where(eq(webAccounts.id, id)).run(),
    noteTries: (id: number, tries: Tries): void =>
      void db.update(webAccounts).set(tries).where(eq(webAccounts.id, id)).run(),
    noteStep: (id: number, step: number): void =>
      void db.update(webAccounts).set({ totpLastStep: step }).where(eq(webAccounts.id, id)).run(),
    /** Sets up an authenticator, replacing any other. */
    enroll: (id: number, made: { sealed: string; step: number; now: number }): void =>
      void db
        .update(webAccounts)
        .set({
          totpSealed: made.sealed,
          totpEnrolledAt: made.now,
          totpLastStep: made.step,
          wrongCodes: 0,
          lockCount: 0,
          lockedUntil: null,
        })
        .where(eq(webAccounts.id, id))
        .run(),

    recoveryCodesLeft: (accountId: number): number =>
      db.select({ left: count() }).from(webRecoveryCodes).where(unused(accountId)).get()?.left ?? 0,
    /** Consumes a recovery code. Returns false if it is not an unused code of the account. */
    useRecoveryCode: (accountId: number, digest: string, now: number): boolean =>
      db
        .update(webRecoveryCodes)
        .set({ usedAt: now })
        .where(and(unused(accountId), eq(webRecoveryCodes.digest, digest)))
        .run().changes === 1,
    replaceRecoveryCodes(accountId: number, digests: readonly string[]): void {
      db.delete(webRecoveryCodes).where(eq(webRecoveryCodes.accountId, accountId)).run();
      db.insert(webRecoveryCodes)
        .values(digests.map((digest) => ({ accountId, digest })))
        .run();
    },
  };
}
