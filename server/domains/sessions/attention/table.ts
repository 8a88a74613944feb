import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { attentionKinds, chosenKinds } from "../sessions/model.ts";
import { sessions } from "../sessions/table.ts";

/** What a session waits for, as last decided; at most one row per session. Times are epoch ms. */
export const sessionAttention = sqliteTable(
  "session_attention",
  {
    sessionId: integer("session_id")
      .primaryKey()
      .references(() => sessions.id, { onDelete: "cascade" }),
    /** This and the next two are null while the session works, and until something is decided. */
    kind: text({ enum: attentionKinds }),
    /** In words. */
    reason: text(),
    since: integer(),
    /** The agent's last words in one line; empty if there are none, null until they were read. */
    said: text(),
    /** When the session stopped. */
    stoppedAt: integer("stopped_at").notNull(),
    /** What a person chose instead; null once the session works again. */
    correction: text({ enum: chosenKinds }),
    /** Identifies the changes that are done with: published and merged or closed, or marked as done by a person. */
    settledChanges: text("settled_changes"),
    /** It had pull requests that were neither merged nor closed. */
    hadOpenPullRequests: integer("had_open_pull_requests", { mode: "boolean" }).notNull().default(false),
    /** Whether a small model said that the last answer waits for a reply, and how many messages there were then. */
    verdict: integer({ mode: "boolean" }),
    verdictMessageCount: integer("verdict_message_count"),
  },
  (table) => [index("session_attention_kind").on(table.kind, table.sessionId)],
);
