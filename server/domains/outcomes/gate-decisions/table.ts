import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { jsonObject } from "../../../db/json-codec.ts";
import { jsonColumn } from "../../../db/json-column.ts";
import { decisionSources, feedbackVerdicts, gates } from "./model.ts";

/**
 * What gates decided. Triggers refuse to change or delete a row, so nothing here refers to rows that are deleted.
 * Times are epoch ms.
 */
export const gateDecisions = sqliteTable(
  "gate_decisions",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    gate: text({ enum: gates }).notNull(),
    surface: text(),
    /** Copies of what the entry says. */
    artifactUrl: text("artifact_url").notNull(),
    title: text(),
    decision: text().notNull(),
    decidedAt: integer("decided_at").notNull(),
    producingSessionUrl: text("producing_session_url"),
    /** The entry as sent, but for feedback. */
    payload: jsonColumn("payload", jsonObject).notNull(),
    /** Every text of the decision, with folded case. */
    searched: text().notNull(),
    /** The session whose agent wrote it; the session may be gone. */
    writingSessionId: integer("writing_session_id"),
    recordedVia: text("recorded_via", { enum: decisionSources }).notNull(),
    recordedAt: integer("recorded_at").notNull(),
  },
  (table) => [
    index("gate_decisions_decided").on(table.decidedAt, table.id),
    index("gate_decisions_artifact").on(table.artifactUrl, table.decidedAt),
  ],
);

/** What people said of decisions at the board. Triggers refuse to change or delete a row. */
export const gateDecisionFeedback = sqliteTable(
  "gate_decision_feedback",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    decisionId: integer("decision_id")
      .notNull()
      .references(() => gateDecisions.id),
    verdict: text({ enum: feedbackVerdicts }).notNull(),
    note: text(),
    author: text().notNull(),
    channel: text({ enum: ["board"] }).notNull(),
    recordedAt: integer("recorded_at").notNull(),
  },
  (table) => [index("gate_decision_feedback_decision").on(table.decisionId, table.id)],
);
