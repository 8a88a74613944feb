import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { sessions } from "../../sessions/sessions/table.ts";

/** A model call of a session or of an agent it started (R178): counts, never dollars (R189). */
export const sessionTokenUsages = sqliteTable(
  "session_token_usages",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    requestId: text("request_id").notNull(),
    /** Null once the session is deleted: what was spent stays. */
    sessionId: integer("session_id").references(() => sessions.id, { onDelete: "set null" }),
    /** The CLI's id of the agent that made it; null for the session's own. */
    agentId: text("agent_id"),
    /** What made it, if no session did: `unknown` for a CLI that someone used outside of sessions. */
    source: text(),
    agentRoot: text("agent_root"),
    agentRuntime: text("agent_runtime").notNull(),
    model: text().notNull(),
    calledAt: integer("called_at").notNull(),
    inputTokens: integer("input_tokens").notNull(),
    outputTokens: integer("output_tokens").notNull(),
    cacheReadTokens: integer("cache_read_tokens").notNull(),
    cacheCreationTokens: integer("cache_creation_tokens").notNull(),
    /** The cache writes kept for an hour; null if the CLI does not say. */
    cacheCreation1hTokens: integer("cache_creation_1h_tokens"),
    webSearchRequests: integer("web_search_requests").notNull().default(0),
    /** Its tokens by what its context consisted of (R186), encoded; null if nothing is known of it. */
    features: blob({ mode: "buffer" }),
  },
  (table) => [
    uniqueIndex("session_token_usages_request").on(table.requestId),
    index("session_token_usages_session").on(table.sessionId, table.calledAt),
    index("session_token_usages_called").on(table.calledAt),
  ],
);

/** What the CLIs of a session reported on their own protocol that calls to a model used, since they are listened to. */
export const reportedUsages = sqliteTable(
  "reported_usages",
  {
    sessionId: integer("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    model: text().notNull(),
    inputTokens: integer("input_tokens").notNull(),
    outputTokens: integer("output_tokens").notNull(),
    cacheReadTokens: integer("cache_read_tokens").notNull(),
    cacheCreationTokens: integer("cache_creation_tokens").notNull(),
    webSearchRequests: integer("web_search_requests").notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.model] })],
);

/** What the files of a session claim that calls used: what was counted of it since its CLIs report, and what was left out. */
export const claimedUsages = sqliteTable("claimed_usages", {
  sessionId: integer("session_id")
    .primaryKey()
    .references(() => sessions.id, { onDelete: "cascade" }),
  countedTokens: integer("counted_tokens").notNull(),
  /** Billionths of a dollar, at the prices of then. */
  countedNanos: integer("counted_nanos").notNull(),
  leftOutCalls: integer("left_out_calls").notNull(),
  leftOutTokens: integer("left_out_tokens").notNull(),
});

/** How far a transcript was read for calls, and what its lines left for the next. */
export const tokenUsageCursors = sqliteTable(
  "token_usage_cursors",
  {
    sessionId: integer("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    /** Empty for the session's own transcript, else the CLI's id of the agent. */
    agentId: text("agent_id").notNull(),
    lineCount: integer("line_count").notNull(),
    /** JSON object: the context that the last line left. */
    context: text().notNull(),
    /** When the source had last changed; shows whether there is more to read. */
    sourceUpdatedAt: integer("source_updated_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.agentId] })],
);
