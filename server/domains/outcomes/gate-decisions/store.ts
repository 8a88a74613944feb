import type { Database } from "../../../db/open.ts";
import { rowsOf } from "../../../db/rows.ts";
import { writesOf } from "../../../db/writes.ts";
import { gateDecisionFeedback, gateDecisions } from "./table.ts";

export type GateDecisionRow = typeof gateDecisions.$inferSelect;
export type NewGateDecisionRow = typeof gateDecisions.$inferInsert;
export type FeedbackRow = typeof gateDecisionFeedback.$inferSelect;
type NewFeedbackRow = typeof gateDecisionFeedback.$inferInsert;

/** A decision without its entry. */
export type ListedRow = Omit<GateDecisionRow, "payload" | "searched">;

export interface GateDecisionFilter {
  gate: string | null;
  surface: string | null;
  decision: string | null;
  artifactUrl: string | null;
  writingSessionId: number | null;
  /** With folded case. */
  artifactPart: string | null;
  /** With folded case; all of them must occur. */
  words: readonly string[];
  withFeedback: boolean;
  from: number | null;
  /** Not included. */
  to: number | null;
}

const listed = `id, gate, surface, artifact_url AS artifactUrl, title, decision, decided_at AS decidedAt,
  producing_session_url AS producingSessionUrl, writing_session_id AS writingSessionId, recorded_via AS recordedVia,
  recorded_at AS recordedAt`;
const wanted = `(@gate IS NULL OR gate = @gate) AND (@surface IS NULL OR surface = @surface)
  AND (@decision IS NULL OR decision = @decision COLLATE NOCASE)
  AND (@artifactUrl IS NULL OR artifact_url = @artifactUrl)
  AND (@writingSessionId IS NULL OR writing_session_id = @writingSessionId)
  AND (@from IS NULL OR decided_at >= @from) AND (@to IS NULL OR decided_at < @to)
  AND (@artifactPart IS NULL OR holds_folded(@artifactPart, artifact_url))
  AND (@withFeedback = 0 OR EXISTS (SELECT 1 FROM gate_decision_feedback WHERE decision_id = gate_decisions.id))
  AND NOT EXISTS (SELECT 1 FROM json_each(@words) WHERE instr(searched, value) = 0)`;

/** Adds and reads; nothing is ever changed. */
export function gateDecisionStore({ sql }: Database) {
  const { columns, read } = rowsOf<GateDecisionRow>(gateDecisions);
  const feedbackRows = rowsOf<FeedbackRow>(gateDecisionFeedback);
  const decisions = writesOf<GateDecisionRow, NewGateDecisionRow>(sql, gateDecisions);
  const feedback = writesOf<FeedbackRow, NewFeedbackRow>(sql, gateDecisionFeedback);
  const byId = sql.prepare<[number], unknown>(`SELECT ${columns} FROM gate_decisions WHERE id = ?`);
  const list = sql.prepare<[Record<string, unknown>], ListedRow>(
    `SELECT ${listed} FROM gate_decisions WHERE ${wanted} ORDER BY decided_at DESC, id DESC LIMIT @limit OFFSET @offset`,
  );
  const total = sql.prepare<[Record<string, unknown>], { count: number }>(
    `SELECT COUNT(*) AS count FROM gate_decisions WHERE ${wanted}`,
  );
  const feedbackOf = sql.prepare<[string], unknown>(
    `SELECT ${feedbackRows.columns} FROM gate_decision_feedback
     WHERE decision_id IN (SELECT value FROM json_each(?)) ORDER BY id`,
  );
  const bound = ({ words, withFeedback, ...filter }: GateDecisionFilter) => ({
    ...filter,
    words: JSON.stringify(words),
    withFeedback: Number(withFeedback),
  });

  return {
    find(id: number): GateDecisionRow | undefined {
      const raw = byId.get(id);
      return raw === undefined ? undefined : read(raw);
    },
    list: (filter: GateDecisionFilter, page: { limit: number; offset: number }): ListedRow[] =>
      list.all({ ...bound(filter), ...page }),
    total: (filter: GateDecisionFilter): number => total.get(bound(filter))?.count ?? 0,
    feedbackOf: (ids: readonly number[]): FeedbackRow[] =>
      feedbackOf.all(JSON.stringify(ids)).map(feedbackRows.read),
    add: (row: NewGateDecisionRow): GateDecisionRow => decisions.insert(row),
    addFeedback: (row: NewFeedbackRow): FeedbackRow => feedback.insert(row),
  };
}
