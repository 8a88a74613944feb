import { blob, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Calls added up by hour and by UTC day, so that a report need not read a year of them: counts, never dollars. An hour
 * that is in `token_usage_stale_hours`, and its day, may be out of date.
 */
export const tokenUsageSums = sqliteTable(
  "token_usage_sums",
  {
    /** 1 or 24. */
    hours: integer().notNull(),
    /** Hours since 1970 at its start. */
    hour: integer().notNull(),
    /** 0 without a session. */
    sessionId: integer("session_id").notNull(),
    /** Empty without one. */
    agentRoot: text("agent_root").notNull(),
    model: text().notNull(),
    isSubagent: integer("is_subagent").notNull(),
    /** Empty for a session's calls. */
    source: text().notNull(),
    /** The longest of the prompt sizes with other prices that the calls' prompts exceed; 0 if they exceed none. */
    promptAbove: integer("prompt_above").notNull(),
    calls: integer().notNull(),
    inputTokens: integer("input_tokens").notNull(),
    outputTokens: integer("output_tokens").notNull(),
    cacheReadTokens: integer("cache_read_tokens").notNull(),
    cacheCreationTokens: integer("cache_creation_tokens").notNull(),
    cacheCreation1hTokens: integer("cache_creation_1h_tokens").notNull(),
    webSearchRequests: integer("web_search_requests").notNull(),
    /** The calls' tokens by what their contexts consisted of, encoded; null if nothing is known of it. */
    features: blob({ mode: "buffer" }),
  },
  (table) => [
    primaryKey({
      columns: [
        table.hours,
        table.hour,
        table.sessionId,
        table.agentRoot,
        table.model,
        table.isSubagent,
        table.source,
        table.promptAbove,
      ],
    }),
  ],
);

/** Hours with a call that changed since they were added up. Triggers on the tables of calls write them. */
export const tokenUsageStaleHours = sqliteTable("token_usage_stale_hours", {
  hour: integer().primaryKey(),
  /** Counts up, so that what was added up before the last change is not taken for current. */
  changes: integer().notNull(),
});

/** One row: the prompt sizes by which all sums are split. */
export const tokenUsageSumSteps = sqliteTable("token_usage_sum_steps", {
  id: integer().primaryKey(),
  /** JSON list. */
  promptSteps: text("prompt_steps").notNull(),
});
