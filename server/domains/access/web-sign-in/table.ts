import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/** A person who signed in to the board through the identity provider. Identified by its subject, never by email. */
export const webAccounts = sqliteTable(
  "web_accounts",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    issuer: text().notNull(),
    subject: text().notNull(),
    email: text().notNull(),
    name: text().notNull(),
    /** The authenticator's secret, encrypted with a key outside the database; null if none is enrolled. */
    totpSealed: text("totp_sealed"),
    totpEnrolledAt: integer("totp_enrolled_at"),
    /** The last time step whose code was used, so that no code works twice. */
    totpLastStep: integer("totp_last_step"),
    wrongCodes: integer("wrong_codes").notNull().default(0),
    /** How many times in a row it was locked; each lock lasts twice as long. */
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

/** Each lets the person sign in once without the authenticator. Only digests are stored. */
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

/** One browser's sign-in. Of its cookie only the digest is stored. */
export const webSignIns = sqliteTable(
  "web_sign_ins",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    accountId: integer("account_id")
      .notNull()
      .references(() => webAccounts.id, { onDelete: "cascade" }),
    digest: text().notNull(),
    browser: text(),
    /** Null while the authenticator's code is still missing. */
    completedAt: integer("completed_at"),
    /** Whether a code, or a trusted browser in its place, was required to complete it. */
    hadSecondFactor: integer("had_second_factor", { mode: "boolean" }).notNull().default(false),
    createdAt: integer("created_at").notNull(),
    lastUsedAt: integer("last_used_at").notNull(),
    endedAt: integer("ended_at"),
    /** The public half of the browser's page key; null until it is bound, and for sign-ins of versions that had none. */
    publicKey: text("public_key"),
    /** Where the key is valid: host and port. */
    keyPlace: text("key_place"),
  },
  (table) => [
    uniqueIndex("web_sign_ins_digest").on(table.digest),
    index("web_sign_ins_account").on(table.accountId),
  ],
);

/** A browser that signs in without a code. */
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
