import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** A person who signed in to the board through the identity provider, known by its subject, never by e-mail. */
export const webAccounts = sqliteTable(
  "web_accounts",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    issuer: text().notNull(),
    subject: text().notNull(),
    email: text().notNull(),
    name: text().notNull(),
    /** The authenticator's secret, encrypted with a key that is not in this file; null = none enrolled. */
    totpSealed: text("totp_sealed"),
    totpEnrolledAt: integer("totp_enrolled_at"),
    /** The last time step whose code was used, so that none is used twice. */
    totpLastStep: integer("totp_last_step"),
    wrongCodes: integer("wrong_codes").notNull().default(0),
    /** How often it was locked in a row; each lock lasts twice as long. */
    lockCount: integer("lock_count").notNull().default(0),
    lockedUntil: integer("locked_until"),
    lastSignedInAt: integer("last_signed_in_at"),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    uniqueIndex("web_accounts_subject").on(table.issuer, table.subject),
    index("web_accounts_email").on(table.email),
  ],
);

/** Opens the account once where the authenticator is lost; digests only. */
export const webRecoveryCodes = sqliteTable(
  "web_recovery_codes",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    accountId: integer("account_id")
      .notNull()
      .references(() => webAccounts.id, { onDelete: "cascade" }),
    digest: text().notNull(),
    usedAt: integer("used_at"),
  },
  (table) => [index("web_recovery_codes_account").on(table.accountId)],
);

/** One browser's sign-in, by the digest of its cookie. */
export const webSignIns = sqliteTable(
  "web_sign_ins",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    accountId: integer("account_id")
      .notNull()
      .references(() => webAccounts.id, { onDelete: "cascade" }),
    digest: text().notNull(),
    browser: text(),
    /** null = the identity provider said yes and the authenticator's code is still to come. */
    completedAt: integer("completed_at"),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at").notNull(),
    endedAt: integer("ended_at"),
  },
  (table) => [
    uniqueIndex("web_sign_ins_digest").on(table.digest),
    index("web_sign_ins_account").on(table.accountId),
  ],
);

/** A browser that is not asked for a code at each sign-in. */
export const webTrustedBrowsers = sqliteTable(
  "web_trusted_browsers",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    accountId: integer("account_id")
      .notNull()
      .references(() => webAccounts.id, { onDelete: "cascade" }),
    digest: text().notNull(),
    browser: text(),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
  },
  (table) => [
    uniqueIndex("web_trusted_browsers_digest").on(table.digest),
    index("web_trusted_browsers_account").on(table.accountId),
  ],
);
