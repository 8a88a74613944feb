import type { Database } from "../../../db/open.ts";
import { rowsOf } from "../../../db/rows.ts";
import { writesOf } from "../../../db/writes.ts";
import { outcomeAnalyses } from "./table.ts";

export type OutcomeRow = typeof outcomeAnalyses.$inferSelect;
export type NewOutcomeRow = typeof outcomeAnalyses.$inferInsert;

/** An analysis without its tree. */
export type ListedRow = Omit<OutcomeRow, "root">;

export interface OutcomeFilter {
  sessionId: number | null;
  from: number | null;
  /** Not included. */
  to: number | null;
  agentRoot: string | null;
  agentRuntime: string | null;
  model: string | null;
  outcome: string | null;
}

const wanted = `superseded_at IS NULL AND (@sessionId IS NULL OR session_id = @sessionId)
  AND (@from IS NULL OR session_created_at >= @from) AND (@to IS NULL OR session_created_at < @to)
  AND (@agentRoot IS NULL OR agent_root = @agentRoot) AND (@agentRuntime IS NULL OR agent_runtime = @agentRuntime)
  AND (@model IS NULL OR model = @model) AND (@outcome IS NULL OR root_outcome = @outcome)`;
const listed = `id, session_id AS sessionId, analyzer_session_id AS analyzerSessionId, schema_version AS schemaVersion,
  notes, agent_root AS agentRoot, agent_runtime AS agentRuntime, model, session_created_at AS sessionCreatedAt,
  root_outcome AS rootOutcome, segment_count AS segmentCount, failure_segment_count AS failureSegmentCount,
  success_segment_count AS successSegmentCount, max_depth AS maxDepth, analyzed_at AS analyzedAt,
  superseded_at AS supersededAt`;

export function outcomeStore({ sql }: Database) {
  const { columns, read } = rowsOf<OutcomeRow>(outcomeAnalyses);
  const writes = writesOf<OutcomeRow, NewOutcomeRow>(sql, outcomeAnalyses);
  const current = sql.prepare<[number], unknown>(
    `SELECT ${columns} FROM outcome_analyses WHERE session_id = ? AND superseded_at IS NULL`,
  );
  const ofSession = sql.prepare<[number, number], unknown>(
    `SELECT ${columns} FROM outcome_analyses WHERE session_id = ? AND id = ?`,
  );
  const analyzer = sql.prepare<[number], unknown>(
    "SELECT 1 FROM outcome_analyses WHERE analyzer_session_id = ? LIMIT 1",
  );
  const supersede = sql.prepare<[{ sessionId: number; now: number }]>(
    "UPDATE outcome_analyses SET superseded_at = @now WHERE session_id = @sessionId AND superseded_at IS NULL",
  );
  const list = sql.prepare<[Record<string, unknown>], ListedRow>(
    `SELECT ${listed} FROM outcome_analyses WHERE ${wanted} ORDER BY analyzed_at DESC, id DESC LIMIT @limit OFFSET @offset`,
  );
  const earlier = sql.prepare<[number, number], ListedRow>(
    `SELECT ${listed} FROM outcome_analyses WHERE session_id = ? AND id < ? ORDER BY id DESC LIMIT 50`,
  );
  const next = sql.prepare<[number, number], ListedRow>(
    `SELECT ${listed} FROM outcome_analyses WHERE session_id = ? AND id > ? ORDER BY id LIMIT 1`,
  );
  const total = sql.prepare<[OutcomeFilter], { count: number }>(
    `SELECT COUNT(*) AS count FROM outcome_analyses WHERE ${wanted}`,
  );

  return {
    current(sessionId: number): OutcomeRow | undefined {
      const raw = current.get(sessionId);
      return raw === undefined ? undefined : read(raw);
    },
    /** Superseded or not; undefined if it is about another session. */
    ofSession(sessionId: number, id: number): OutcomeRow | undefined {
      const raw = ofSession.get(sessionId, id);
      return raw === undefined ? undefined : read(raw);
    },
    /** The newest 50 before this one, which were superseded. */
    earlier: ({ sessionId, id }: OutcomeRow): ListedRow[] => earlier.all(sessionId, id),
    /** The one that superseded this one. */
    next: ({ sessionId, id }: OutcomeRow): ListedRow | undefined => next.get(sessionId, id),
    isAnalyzer: (sessionId: number): boolean => analyzer.get(sessionId) !== undefined,
    /** Whether there was one. */
    supersede: (sessionId: number, now: number): boolean => supersede.run({ sessionId, now }).changes > 0,
    add: (row: NewOutcomeRow): OutcomeRow => writes.insert(row),
    list: (filter: OutcomeFilter, page: { limit: number; offset: number }): ListedRow[] =>
      list.all({ ...filter, ...page }),
    total: (filter: OutcomeFilter): number => total.get(filter)?.count ?? 0,
  };
}
