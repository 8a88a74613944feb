import { isAscii } from "node:buffer";
import Sqlite from "better-sqlite3";
import { addFoldedSearch, foldCase } from "../../../db/fold-case.ts";
import { type CompressedText, decompressText } from "../../../lib/compressed-text.ts";
import { candidateSessions } from "./candidate-sessions.ts";
import { descriptions } from "./descriptions.ts";
import type { IndexedChunk, Range } from "./store.ts";

export interface PackedChunk extends IndexedChunk, CompressedText {}

export type TranscriptSource = ReturnType<typeof openTranscripts>;

/**
 * The stored transcripts on a read-only connection of this thread. Every text comes folded; where `asciiOnly`, what
 * is not ASCII may come garbled.
 */
export function openTranscripts(file: string) {
  const sql = new Sqlite(file, { readonly: true, fileMustExist: true, timeout: 5_000 });
  addFoldedSearch(sql);
  const ids = "(SELECT value FROM json_each(?))";
  const lineCountsOf = sql
    .prepare<[string], [number, number]>(
      `SELECT session_id, line_count FROM transcripts WHERE session_id IN ${ids}`,
    )
    .raw();
  const chunkRange = sql.prepare<[string], { from: number | null; to: number | null }>(
    `SELECT MIN(id) AS "from", MAX(id) AS "to" FROM transcript_chunks WHERE session_id IN ${ids}`,
  );
  const chunk = sql.prepare<[number], CompressedText>(
    "SELECT text_bytes AS textBytes, blob FROM transcript_chunks WHERE id = ?",
  );
  const columns = "id, session_id AS sessionId, text_bytes AS textBytes";
  const plainChunk = sql.prepare<[number], IndexedChunk>(
    `SELECT ${columns} FROM transcript_chunks WHERE id = ?`,
  );
  const chunksAfter = sql.prepare<[number, number], PackedChunk>(
    `SELECT ${columns}, blob FROM transcript_chunks WHERE id > ? ORDER BY id LIMIT ?`,
  );
  const chunksOf = sql.prepare<[number, number], CompressedText>(
    "SELECT text_bytes AS textBytes, blob FROM transcript_chunks WHERE session_id = ? AND id > ?",
  );
  const everMade = sql
    .prepare<[], number>("SELECT seq FROM sqlite_sequence WHERE name = 'transcript_chunks'")
    .pluck();
  const tailText = `(SELECT GROUP_CONCAT(line, CHAR(10)) FROM transcript_tail WHERE session_id = @sessionId)`;
  const tail = sql.prepare<[{ sessionId: number }], string | null>(`SELECT ${tailText}`).pluck();
  const wholeTail = sql.prepare<
    [{ sessionId: number; lastChunk: number }],
    { lineCount: number; text: string | null }
  >(`SELECT line_count AS lineCount, ${tailText} AS text FROM transcripts WHERE session_id = @sessionId
    AND NOT EXISTS (SELECT 1 FROM transcript_chunks WHERE session_id = @sessionId AND id > @lastChunk)`);

  /** Another one after somebody has written to the database. */
  const version = (): unknown => sql.pragma("data_version", { simple: true });

  return {
    ...candidateSessions(sql),
    described: descriptions(sql, version),
    lineCounts: allLineCounts(sql, version),
    lineCountsOf: (sessions: readonly number[]): Map<number, number> =>
      new Map(lineCountsOf.all(JSON.stringify(sessions))),
    /** Ids between which all chunks of these sessions lie; null where there are none. */
    chunkRange(sessions: readonly number[]): Range | null {
      const { from = null, to = null } = chunkRange.get(JSON.stringify(sessions)) ?? {};
      return from === null || to === null ? null : { from, to };
    },
    /** Null once the session is gone. */
    chunkText(id: number, asciiOnly: boolean): string | null {
      const row = chunk.get(id);
      return row ? unpacked(row, asciiOnly) : null;
    },
    chunksAfter: (id: number, limit: number): { chunk: IndexedChunk; text: string }[] =>
      chunksAfter.all(id, limit).map((row) => ({ chunk: row, text: unpacked(row, false) })),

    /**
     * What the session has beside its chunks up to `lastChunk`. The tail first: lines only ever move from there
     * into chunks, so that none is missed in between.
     */
    *textsAfter(sessionId: number, lastChunk: number, asciiOnly: boolean): Generator<string> {
      const text = tail.get({ sessionId });
      if (typeof text === "string") yield foldCase(text);
      for (const row of chunksOf.iterate(sessionId, lastChunk)) yield unpacked(row, asciiOnly);
    },
    /** Tail and line count of one moment; undefined while the session has a chunk after `lastChunk`. */
    wholeTail(sessionId: number, lastChunk: number): { lineCount: number; text: string } | undefined {
      const row = wholeTail.get({ sessionId, lastChunk });
      return row && { lineCount: row.lineCount, text: foldCase(row.text ?? "") };
    },
    /** The chunk was one of this database: it is there, or it was made and has gone with its session. */
    knows(indexed: IndexedChunk): boolean {
      const row = plainChunk.get(indexed.id);
      if (!row) return indexed.id <= (everMade.get() ?? 0);
      return row.sessionId === indexed.sessionId && row.textBytes === indexed.textBytes;
    },
    close: (): void => void sql.close(),
  };
}

/** Of every session; read anew only after a change. */
function allLineCounts(sql: Sqlite.Database, version: () => unknown): () => ReadonlyMap<number, number> {
  const every = sql.prepare<[], [number, number]>("SELECT session_id, line_count FROM transcripts").raw();
  let known: { version: unknown; lineCounts: ReadonlyMap<number, number> } = {
    version: null,
    lineCounts: new Map(),
  };
  return () => {
    const now = version();
    if (known.version !== now) known = { version: now, lineCounts: new Map(every.all()) };
    return known.lineCounts;
  };
}

/** ASCII needs neither decoding nor the rules of other scripts, and no byte of another letter looks like one of it. */
function unpacked(packed: CompressedText, asciiOnly: boolean): string {
  const bytes = decompressText(packed);
  return asciiOnly || isAscii(bytes)
    ? bytes.toString("latin1").toLowerCase()
    : foldCase(bytes.toString("utf8"));
}
