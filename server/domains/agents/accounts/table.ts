import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { jsonObject, nullableObject } from "../../../db/json-codec.ts";
import { jsonColumn } from "../../../db/json-column.ts";
import type { ReadWindow } from "./rules.ts";

/** An account that agents of one runtime may run on. Its key or tokens are in the secret store, never here. */
export const inferenceAccounts = sqliteTable(
  "inference_accounts",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    runtime: text().notNull(),
    email: text().notNull(),
    /** Lower case, for comparing. */
    emailKey: text("email_key").notNull(),
    priority: integer().notNull(),
    isCurrent: integer("is_current", { mode: "boolean" }).notNull().default(false),
    kind: text({ enum: ["api_key", "sign_in"] }).notNull(),
    /** Where the credential is: nowhere, in our secret store, or in the CLI's own login file on this machine. */
    place: text({ enum: ["none", "stored", "machine"] }).notNull(),
    status: text({ enum: ["active", "quota_exceeded", "needs_reauth"] }).notNull(),
    quotaHitCount: integer("quota_hit_count").notNull().default(0),
    quotaSpentAt: integer("quota_spent_at"),
    /** When spent quota comes back, as the provider said. */
    quotaResetAt: integer("quota_reset_at"),
    verifiedAt: integer("verified_at"),
    rejectedAt: integer("rejected_at"),
    rejectionReason: text("rejection_reason"),
    /** When the provider was last asked about it, and why that told nothing. */
    probedAt: integer("probed_at"),
    probeError: text("probe_error"),
    /** Refreshes in a row that the provider refused because it did not know the token. */
    refreshStrikes: integer("refresh_strikes").notNull().default(0),
    refreshStrikeAt: integer("refresh_strike_at"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("inference_accounts_email").on(table.runtime, table.emailKey),
    uniqueIndex("inference_accounts_current").on(table.runtime).where(sql`is_current = 1`),
  ],
);

/** What a provider said of an account's windows. Outlives the account. */
export const accountReadings = sqliteTable(
  "account_readings",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Null once the account was deleted. */
    accountId: integer("account_id"),
    email: text().notNull(),
    runtime: text().notNull(),
    takenAt: integer("taken_at").notNull(),
    trigger: text().notNull(),
    plan: text(),
    tier: text(),
    fiveHour: jsonColumn("five_hour", nullableObject<ReadWindow>()),
    sevenDay: jsonColumn("seven_day", nullableObject<ReadWindow>()),
    /** Windows of single models, and others; `credits` is what may be spent in dollars besides. */
    otherWindows: jsonColumn("other_windows", jsonObject).notNull().default(sql`'{}'`),
  },
  (table) => [
    index("account_readings_account").on(table.accountId, table.takenAt),
    index("account_readings_time").on(table.takenAt),
  ],
);

/** A sign-in that a session's turn has a copy of, so that a token which its CLI renewed is found after a crash. */
export const accountLoans = sqliteTable("account_loans", {
  sessionId: integer("session_id").primaryKey(),
  accountId: integer("account_id").notNull(),
  /** SHA-256 of what was lent. */
  lent: text().notNull(),
  lentAt: integer("lent_at").notNull(),
});

/** Each change of the account that serves a runtime. Outlives both accounts. */
export const accountRotations = sqliteTable(
  "account_rotations",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    runtime: text().notNull(),
    at: integer().notNull(),
    /** Null with an email: the account was deleted. */
    fromId: integer("from_id"),
    fromEmail: text("from_email"),
    toId: integer("to_id"),
    toEmail: text("to_email"),
    reason: text({ enum: ["quota_exceeded", "auth_recovery", "manual", "deleted"] }).notNull(),
    source: text({ enum: ["automatic", "manual"] }).notNull(),
    triggeredBy: text("triggered_by"),
    sessionId: integer("session_id"),
  },
  (table) => [index("account_rotations_runtime").on(table.runtime, table.at)],
);

/** An attempt to sign in on the board. Its link and code are in memory only. */
export const accountLogins = sqliteTable(
  "account_logins",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    accountId: integer("account_id"),
    email: text().notNull(),
    runtime: text().notNull(),
    status: text({
      enum: [
        "starting",
        "awaiting_user",
        "awaiting_code",
        "completing",
        "succeeded",
        "failed",
        "canceled",
        "expired",
      ],
    }).notNull(),
    codeReceived: integer("code_received", { mode: "boolean" }).notNull().default(false),
    errorMessage: text("error_message"),
    createdAt: integer("created_at").notNull(),
    expiresAt: integer("expires_at").notNull(),
    endedAt: integer("ended_at"),
  },
  (table) => [index("account_logins_account").on(table.accountId)],
);
