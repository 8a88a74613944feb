import type { Sql } from "../../../db/open.ts";
import { type CompressedText, readable, readableText } from "../../../lib/compressed-text.ts";

/** SQL for when the transcript of a session last changed; null without one. `sessionId` is SQL too. */
export const transcriptUpdatedAt = (sessionId: string): string =>
  `(SELECT updated_at FROM transcripts WHERE session_id = ${sessionId})`;

/** Reads stored transcripts line by line, on any connection. */
export function transcriptText(sql: Sql): (sessionId: number) => Generator<string> {
  const chunks = sql.prepare<[number], CompressedText & { lineCount: number }>(
    "SELECT line_count AS lineCount, text_bytes AS textBytes, blob FROM transcript_chunks WHERE session_id = ? ORDER BY first_idx",
  );
  const tail = sql.prepare<[number], { line: string }>(
    "SELECT line FROM transcript_tail WHERE session_id = ? ORDER BY idx",
  );
  return function* (sessionId) {
    for (const chunk of chunks.iterate(sessionId)) yield `${readableText(chunk, chunk.lineCount)}\n`;
    for (const { line } of tail.iterate(sessionId)) yield `${line}\n`;
  };
}

/** The sessions with lines that are damaged. Unpacks every transcript: call it in a worker. */
export function sessionsWithLostLines(sql: Sql): number[] {
  const chunks = sql.prepare<[], CompressedText & { sessionId: number }>(
    "SELECT session_id AS sessionId, text_bytes AS textBytes, blob FROM transcript_chunks",
  );
  const found = new Set<number>();
  for (const chunk of chunks.iterate()) if (readable(chunk) === null) found.add(chunk.sessionId);
  return [...found];
}

/** A sealed part of a transcript. Ids are never used twice. */
export interface StoredChunk {
  id: number;
  sessionId: number;
  textBytes: number;
}

interface WholeTail {
  lineCount: number;
  text: string | null;
}

/** Statements over chunks and the unsealed tail, for an index on its own connection. */
export function chunkStatements(sql: Sql) {
  const ids = "(SELECT value FROM json_each(?))";
  const columns = "id, session_id AS sessionId, text_bytes AS textBytes";
  const tailText = "(SELECT GROUP_CONCAT(line, CHAR(10)) FROM transcript_tail WHERE session_id = @sessionId)";
  return {
    lineCounts: sql.prepare<[], [number, number]>("SELECT session_id, line_count FROM transcripts").raw(),
    lineCountsOf: sql
      .prepare<[string], [number, number]>(
        `SELECT session_id, line_count FROM transcripts WHERE session_id IN ${ids}`,
      )
      .raw(),
    chunkRange: sql.prepare<[string], { from: number | null; to: number | null }>(
      `SELECT MIN(id) AS "from", MAX(id) AS "to" FROM transcript_chunks WHERE session_id IN ${ids}`,
    ),
    chunk: sql.prepare<[number], StoredChunk>(`SELECT ${columns} FROM transcript_chunks WHERE id = ?`),
    text: sql.prepare<[number], CompressedText>(
      "SELECT text_bytes AS textBytes, blob FROM transcript_chunks WHERE id = ?",
    ),
    chunksAfter: sql.prepare<[number, number], StoredChunk & CompressedText>(
      `SELECT ${columns}, blob FROM transcript_chunks WHERE id > ? ORDER BY id LIMIT ?`,
    ),
    textsAfter: sql.prepare<[number, number], CompressedText>(
      "SELECT text_bytes AS textBytes, blob FROM transcript_chunks WHERE session_id = ? AND id > ?",
    ),
    /** The highest id that a chunk has ever had. */
    lastId: sql
      .prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'transcript_chunks'")
      .pluck(),
    tail: sql.prepare<[{ sessionId: number }], string | null>(`SELECT ${tailText}`).pluck(),
    /** No row while the session has a chunk after `lastChunk`. */
    wholeTail: sql.prepare<[{ sessionId: number; lastChunk: number }], WholeTail>(
      `SELECT line_count AS lineCount, ${tailText} AS text FROM transcripts WHERE session_id = @sessionId
       AND NOT EXISTS (SELECT 1 FROM transcript_chunks WHERE session_id = @sessionId AND id > @lastChunk)`,
    ),
  };
}
