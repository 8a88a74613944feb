import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { strictJson } from "../../../db/json-codec.ts";
import { jsonColumn } from "../../../db/json-column.ts";
import { sessions } from "../../sessions/sessions/table.ts";
import { outcomeKinds, type Segment } from "./model.ts";

/** Readings of archived sessions; the current one of a session has no `superseded_at`. Times are epoch ms. */
export const outcomeAnalyses = sqliteTable(
  "outcome_analyses",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    sessionId: integer("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    analyzerSessionId: integer("analyzer_session_id").references(() => sessions.id, {
      onDelete: "set null",
    }),
    schemaVersion: text("schema_version").notNull(),
    notes: text(),
    /** The tree. */
    root: jsonColumn("root", strictJson<Segment>()).notNull(),
    /** Copies of what the session was when it was analyzed, so that lists read nothing else. */
    agentRoot: text("agent_root"),
    agentRuntime: text("agent_runtime").notNull(),
    model: text().notNull(),
    sessionCreatedAt: integer("session_created_at").notNull(),
    rootOutcome: text("root_outcome", { enum: outcomeKinds }).notNull(),
    segmentCount: integer("segment_count").notNull(),
    failureSegmentCount: integer("failure_segment_count").notNull(),
    successSegmentCount: integer("success_segment_count").notNull(),
    maxDepth: integer("max_depth").notNull(),
    analyzedAt: integer("analyzed_at").notNull(),
    supersededAt: integer("superseded_at"),
  },
  (table) => [
    uniqueIndex("outcome_analyses_current").on(table.sessionId).where(sql`superseded_at IS NULL`),
    index("outcome_analyses_session").on(table.sessionId),
    index("outcome_analyses_analyzer").on(table.analyzerSessionId),
    index("outcome_analyses_newest").on(table.analyzedAt, table.id).where(sql`superseded_at IS NULL`),
  ],
);
