import type { Database } from "../../../db/open.ts";

/** How far a transcript has come and where its source was read up to. */
export interface TranscriptHead {
  sessionId: number;
  lineCount: number;
  messageCount: number;
  sealedCount: number;
  sourcePath: string | null;
  sourceBase: number;
  sourceOffset: number;
  sourceFingerprint: string | null;
  updatedAt: number;
}

export interface TailLine {
  idx: number;
  line: string;
  isMessage: boolean;
}

export interface ChunkRow {
  firstIdx: number;
  lineCount: number;
  messageCount: number;
  textBytes: number;
  blob: Buffer;
}

export type ChunkSize = Pick<ChunkRow, "messageCount" | "textBytes">;
type ChunkSpan = Pick<ChunkRow, "firstIdx" | "lineCount" | "messageCount">;

export type TranscriptStore = ReturnType<typeof transcriptStore>;

const headColumns = `session_id AS sessionId, line_count AS lineCount, message_count AS messageCount,
  sealed_count AS sealedCount, source_path AS sourcePath, source_base AS sourceBase, source_offset AS sourceOffset,
  source_fingerprint AS sourceFingerprint, updated_at AS updatedAt`;
const chunkColumns = `first_idx AS firstIdx, line_count AS lineCount, message_count AS messageCount,
  text_bytes AS textBytes, blob`;

/** Statements by hand: appending is the hottest path of a busy service. */
export function transcriptStore({ sql }: Pick<Database, "sql">) {
  const head = sql.prepare<[number], TranscriptHead>(
    `SELECT ${headColumns} FROM transcripts WHERE session_id = ?`,
  );
  const saveHead = sql.prepare<[TranscriptHead]>(`
    INSERT INTO transcripts (session_id, line_count, message_count, sealed_count, source_path, source_base,
      source_offset, source_fingerprint, updated_at)
    VALUES (@sessionId, @lineCount, @messageCount, @sealedCount, @sourcePath, @sourceBase,
      @sourceOffset, @sourceFingerprint, @updatedAt)
    ON CONFLICT (session_id) DO UPDATE SET line_count = excluded.line_count, message_count = excluded.message_count,
      sealed_count = excluded.sealed_count, source_path = excluded.source_path, source_base = excluded.source_base,
      source_offset = excluded.source_offset, source_fingerprint = excluded.source_fingerprint,
      updated_at = excluded.updated_at`);
  const touch = sql.prepare<[number, number]>("UPDATE transcripts SET updated_at = ? WHERE session_id = ?");
  const insertLine = sql.prepare<[number, number, string, number]>(
    "INSERT INTO transcript_tail (session_id, idx, line, is_message) VALUES (?, ?, ?, ?)",
  );
  const tail = sql.prepare<[number, number, number], { idx: number; line: string; isMessage: number }>(`
    SELECT idx, line, is_message AS isMessage FROM transcript_tail
    WHERE session_id = ? AND idx >= ? AND idx < ? ORDER BY idx`);
  const dropTail = sql.prepare<[number, number]>(
    "DELETE FROM transcript_tail WHERE session_id = ? AND idx < ?",
  );
  const tailBytes = sql.prepare<[number], { bytes: number | null }>(
    "SELECT SUM(LENGTH(line)) AS bytes FROM transcript_tail WHERE session_id = ?",
  );
  const insertChunk = sql.prepare<[number, number, number, number, number, Buffer]>(`
    INSERT INTO transcript_chunks (session_id, first_idx, line_count, message_count, text_bytes, blob)
    VALUES (?, ?, ?, ?, ?, ?)`);
  const chunks = sql.prepare<[{ sessionId: number; from: number; to: number }], ChunkRow>(`
    SELECT ${chunkColumns} FROM transcript_chunks
    WHERE session_id = @sessionId AND first_idx < @to AND first_idx + line_count > @from
      AND first_idx >= (SELECT COALESCE(MAX(first_idx), 0) FROM transcript_chunks
        WHERE session_id = @sessionId AND first_idx <= @from)
    ORDER BY first_idx`);
  const eachChunk = sql.prepare<[number], ChunkRow>(
    `SELECT ${chunkColumns} FROM transcript_chunks WHERE session_id = ? ORDER BY first_idx`,
  );
  const bytesBetween = sql.prepare<[{ sessionId: number; from: number; to: number }], { bytes: number }>(`
    SELECT (SELECT COALESCE(SUM(text_bytes), 0) FROM (SELECT text_bytes FROM transcript_chunks
      WHERE session_id = @sessionId AND first_idx < @to AND first_idx + line_count > @from
        AND first_idx >= (SELECT COALESCE(MAX(first_idx), 0) FROM transcript_chunks
          WHERE session_id = @sessionId AND first_idx <= @from) LIMIT 64))
      + (SELECT COALESCE(SUM(LENGTH(line)), 0) FROM transcript_tail
        WHERE session_id = @sessionId AND idx >= @from AND idx < @to) AS bytes`);
  const newestSizes = sql.prepare<[number, number], ChunkSize>(`
    SELECT message_count AS messageCount, text_bytes AS textBytes FROM transcript_chunks
    WHERE session_id = ? AND first_idx < ? ORDER BY first_idx DESC`);
  const tailMessages = sql.prepare<[number], { count: number }>(
    "SELECT COUNT(*) AS count FROM transcript_tail WHERE session_id = ? AND is_message = 1",
  );
  const newestChunks = sql.prepare<[number, number], ChunkRow>(`
    SELECT ${chunkColumns} FROM transcript_chunks WHERE session_id = ? AND first_idx < ?
    ORDER BY first_idx DESC`);

  return {
    ...placesOfLines(sql),
    head: (sessionId: number): TranscriptHead | undefined => head.get(sessionId),
    saveHead: (row: TranscriptHead): void => void saveHead.run(row),
    touch: (sessionId: number, at: number): void => void touch.run(at, sessionId),
    appendLine: (sessionId: number, { idx, line, isMessage }: TailLine): void =>
      void insertLine.run(sessionId, idx, line, isMessage ? 1 : 0),
    tail: (sessionId: number, from: number, to: number): TailLine[] =>
      tail.all(sessionId, from, to).map((row) => ({ ...row, isMessage: row.isMessage === 1 })),
    tailBytes: (sessionId: number): number => tailBytes.get(sessionId)?.bytes ?? 0,
    /** Those that hold a line of [from, to); the subquery spares a late page all the chunks before it. */
    chunks: (sessionId: number, from: number, to: number): ChunkRow[] => chunks.all({ sessionId, from, to }),
    /** Those of its lines that are messages. */
    tailMessages: (sessionId: number): number => tailMessages.get(sessionId)?.count ?? 0,
    /** In order, read one by one. */
    eachChunk: (sessionId: number): IterableIterator<ChunkRow> => eachChunk.iterate(sessionId),
    /** How much text has to be unpacked for the lines of [from, to), as far as 64 chunks: a megabyte at least. */
    bytesBetween: (sessionId: number, from: number, to: number): number =>
      bytesBetween.get({ sessionId, from, to })?.bytes ?? 0,
    /** Newest first, without the text. */
    newestSizes: (sessionId: number, before: number): IterableIterator<ChunkSize> =>
      newestSizes.iterate(sessionId, before),
    /** Newest first, read one by one: a page needs only a few. */
    newestChunks: (sessionId: number, before: number): IterableIterator<ChunkRow> =>
      newestChunks.iterate(sessionId, before),
    seal(sessionId: number, chunk: ChunkRow): void {
      const { firstIdx, lineCount, messageCount, textBytes, blob } = chunk;
      insertChunk.run(sessionId, firstIdx, lineCount, messageCount, textBytes, blob);
      dropTail.run(sessionId, firstIdx + lineCount);
    },
  };
}

const written = (sql: Database["sql"]) =>
  sql
    .prepare<[], number>("SELECT session_id FROM transcripts WHERE line_count > 0 ORDER BY session_id")
    .pluck();

function placesOfLines(sql: Database["sql"]) {
  const spans = sql.prepare<[number], ChunkSpan>(`
    SELECT first_idx AS firstIdx, line_count AS lineCount, message_count AS messageCount FROM transcript_chunks
    WHERE session_id = ? ORDER BY first_idx`);
  const sealedUpTo = sql.prepare<[number], { end: number | null }>(
    "SELECT MAX(first_idx + line_count) AS end FROM transcript_chunks WHERE session_id = ?",
  );
  return {
    /** Sessions with a line, oldest first. */
    written: (): number[] => written(sql).all(),
    /** Every chunk without its text. */
    spans: (sessionId: number): ChunkSpan[] => spans.all(sessionId),
    /** The index after the last line that a chunk holds. */
    sealedUpTo: (sessionId: number): number => sealedUpTo.get(sessionId)?.end ?? 0,
  };
}
