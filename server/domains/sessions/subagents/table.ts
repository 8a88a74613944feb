import { blob, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { sessions } from "../sessions/table.ts";

/** One agent that a session's agent started: its figures, and how far its own file was read. */
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
     * The runtime's file its lines come from, and the byte after the last one taken; null when a caller posted it.
     * A negative offset stands for a record that was removed, so that the file is not taken up again.
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

/** Its redacted lines in order, a zstd frame of whole lines a row. */
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
