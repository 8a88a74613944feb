import type { Sql } from "../../../db/open.ts";

/** Finds the summaries of sessions, by session id; those without one are left out. */
export function summaryTexts(sql: Sql): (sessionIds: readonly number[]) => Map<number, string> {
  const texts = sql.prepare<[string], { id: number; text: string }>(
    `SELECT session_id AS id, summary AS text FROM status_summaries
     WHERE session_id IN (SELECT value FROM json_each(?)) AND summary IS NOT NULL`,
  );
  return (sessionIds) => new Map(texts.all(JSON.stringify(sessionIds)).map(({ id, text }) => [id, text]));
}

/** Finds the summary of a session if it was written at `since` (epoch ms) or later; null if not. */
export function recentSummary(sql: Sql): (sessionId: number, since: number) => string | null {
  const recent = sql
    .prepare<[number, number], string | null>(
      "SELECT summary FROM status_summaries WHERE session_id = ? AND generated_at >= ?",
    )
    .pluck();
  return (sessionId, since) => recent.get(sessionId, since) ?? null;
}
