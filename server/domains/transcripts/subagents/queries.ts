import type { Sql } from "../../../db/open.ts";
import { type CompressedText, readableText } from "../../../lib/compressed-text.ts";

/** The columns of a subagent that go into the archive. */
export interface ArchivedSubagent {
  id: number;
  agent_id: string;
  [fact: string]: string | number | null;
}

const isPresent = "source_offset >= 0";

/** SQL for a text that changes whenever a subagent of the session does. `sessionId` is SQL as well. */
export const subagentsStamp = (sessionId: string): string =>
  `(SELECT COUNT(*) || '.' || COALESCE(MAX(updated_at), 0) FROM subagent_transcripts
    WHERE session_id = ${sessionId} AND ${isPresent})`;

/** Reads the archived columns of subagents, on any connection. */
export function archivedSubagents(sql: Sql) {
  const subagents = sql.prepare<[number], ArchivedSubagent>(`
    SELECT id, agent_id, tool_use_id, subagent_type, description, status, message_count, duration_ms, total_tokens,
      tool_use_count FROM subagent_transcripts WHERE session_id = ? AND ${isPresent} ORDER BY id`);
  const parts = sql.prepare<[number], CompressedText>(
    "SELECT text_bytes AS textBytes, blob FROM subagent_parts WHERE subagent_id = ? ORDER BY idx",
  );
  return {
    list: (sessionId: number): ArchivedSubagent[] => subagents.all(sessionId),
    *text(id: number): Generator<string> {
      for (const part of parts.iterate(id)) yield `${readableText(part, null)}\n`;
    },
  };
}

/** Whole lines in one zstd frame. */
export interface Part {
  idx: number;
  textBytes: number;
  blob: Buffer;
}

/** Reads a subagent's stored lines, on any connection. */
export function partReader(sql: Sql) {
  const parts = sql.prepare<[number], Part>(
    "SELECT idx, text_bytes AS textBytes, blob FROM subagent_parts WHERE subagent_id = ? ORDER BY idx",
  );
  const size = sql.prepare<[number], { bytes: number }>(
    "SELECT COALESCE(SUM(text_bytes), 0) AS bytes FROM subagent_parts WHERE subagent_id = ?",
  );
  return {
    /** In order. */
    parts: (id: number): Part[] => parts.all(id),
    textBytes: (id: number): number => size.get(id)?.bytes ?? 0,
  };
}
