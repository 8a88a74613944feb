import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { sessions } from "../../sessions/sessions/table.ts";

/** A subagent: its figures, and how far its file has been read. */
export const subagentTranscripts = sqliteTable(
  "subagent_transcripts",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    sessionId: integer("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    agentId: text("agent_id").notNull(),
    /** The tool call that started it. */
    toolUseId: text("tool_use_id"),
    filename: text(),
    subagentType: text("subagent_type"),
    description: text(),
    status: text({ enum: ["running", "completed", "failed"] }),
    messageCount: integer("message_count").notNull().default(0),
    durationMs: integer("duration_ms"),
    totalTokens: integer("total_tokens"),
    toolUseCount: integer("tool_use_count"),
    /**
     * The runtime's file and the offset after the last line read; null if a caller posted the record. A negative offset
     * marks a removed record, so that its file is not read again.
     */
    sourcePath: text("source_path"),
    sourceOffset: integer("source_offset").notNull().default(0),
    createdAt: integer("created_at").notNull(),
    updatedAt: integer("updated_at").notNull(),
  },
  (table) => [
    uniqueIndex("subagent_transcripts_agent").on(table.sessionId, table.agentId),
    index("subagent_transcripts_session").on(table.sessionId, table.id),
  ],
);

/** A subagent's redacted lines in order; each row is one zstd frame of whole lines. */
export const subagentParts = sqliteTable(
  "subagent_parts",
  {
    subagentId: integer("subagent_id")
      .notNull()
      .references(() => subagentTranscripts.id, { onDelete: "cascade" }),
    idx: integer().notNull(),
    textBytes: integer("text_bytes").notNull(),
    blob: blob({ mode: "buffer" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.subagentId, table.idx] })],
);
