import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { sessions } from "../../sessions/sessions/table.ts";

/** A model call the service made for itself, outside any session (R189): counts, never dollars. */
export const adHocUsage = sqliteTable(
  "ad_hoc_usage",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Which feature asked: session_title, status_summary, ... */
    source: text().notNull(),
    subjectSessionId: integer("subject_session_id").references(() => sessions.id, { onDelete: "set null" }),
    agentRuntime: text("agent_runtime").notNull(),
    model: text().notNull(),
    requestId: text("request_id"),
    inputTokens: integer("input_tokens").notNull().default(0),
    outputTokens: integer("output_tokens").notNull().default(0),
    cacheReadTokens: integer("cache_read_tokens").notNull().default(0),
    cacheCreationTokens: integer("cache_creation_tokens").notNull().default(0),
    calledAt: integer("called_at").notNull(),
  },
  (table) => [index("ad_hoc_usage_called").on(table.calledAt)],
);
