import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { jsonList } from "../../../db/json-codec.ts";
import { jsonColumn } from "../../../db/json-column.ts";
import { sessions } from "../../sessions/sessions/table.ts";

/** A stored file attached to a message. */
export interface StoredAttachment {
  path: string;
  filename: string;
  mediaType: string;
  image: boolean;
}

/**
 * Every accepted prompt after the first. pending -> processing (a turn has it) -> sent
 * (the CLI has it in its conversation) or undelivered (retired by a forced archive).
 */
export const enqueuedMessages = sqliteTable(
  "enqueued_messages",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    sessionId: integer("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    content: text().notNull(),
    goal: text(),
    position: integer().notNull(),
    status: text({ enum: ["pending", "processing", "sent", "undelivered"] }).notNull(),
    origin: text({
      enum: [
        "caller",
        "automated_pr_merged",
        "automated_merge_conflict",
        "automated_checks_failed",
        "automated_review_comments",
        "automated_recovery_nudge",
      ],
    }).notNull(),
    /** Absolute paths of stored attachments; JSON array of {path, filename, mediaType, image}. */
    attachments: jsonColumn("attachments", jsonList<StoredAttachment>()).notNull().default([]),
    /** The actor who sent it, for the session log. */
    sender: text().notNull(),
    sentAt: integer("sent_at"),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("enqueued_messages_position")
      .on(table.sessionId, table.position)
      .where(sql`status = 'pending'`),
    index("enqueued_messages_session").on(table.sessionId, table.status),
  ],
);
