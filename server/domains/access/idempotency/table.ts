import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** A write that was sent with an idempotency key, and its answer. Kept for a week. */
export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    /** A digest of the caller and the key. */
    id: text().primaryKey(),
    /** A digest of the operation and its input. */
    fingerprint: text().notNull(),
    /**
     * `reserved`: nothing of it is stored yet. `written`: some or all of it is, in the same transaction as this mark.
     * `answered`: it ended.
     */
    state: text({ enum: ["reserved", "written", "answered"] }).notNull(),
    status: integer(),
    /** Null if there is none, or if it is not kept. */
    body: text(),
    /** False if the answer has a secret or is too large. */
    answerKept: integer("answer_kept", { mode: "boolean" }).notNull().default(false),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [index("idempotency_keys_age").on(table.createdAt)],
);
