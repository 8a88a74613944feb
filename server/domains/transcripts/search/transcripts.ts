import { isAscii } from "node:buffer";
import Sqlite from "better-sqlite3";
import { addFoldedSearch, foldCase } from "../../../db/fold-case.ts";
import { type CompressedText, readable } from "../../../lib/compressed-text.ts";
import { chunkStatements } from "../transcripts/queries.ts";
import { candidateSessions } from "./candidate-sessions.ts";
import { descriptions } from "./descriptions.ts";
import type { IndexedChunk, Range } from "./store.ts";

export type TranscriptSource = ReturnType<typeof openTranscripts>;

/**
 * The stored transcripts on a read-only connection of this thread. Every text is case-folded; with `asciiOnly`, other
 * characters may be garbled.
 */
export function openTranscripts(file: string) {
  const sql = new Sqlite(file, { readonly: true, fileMustExist: true, timeout: 5_000 });
  addFoldedSearch(sql);
  const stored = chunkStatements(sql);

  /** Changes with each write to the database. */
  const version = (): unknown => sql.pragma("data_version", { simple: true });

  return {
    ...candidateSessions(sql),
    described: descriptions(sql, version),
    lineCounts: allLineCounts(stored.lineCounts, version),
    lineCountsOf: (sessions: readonly number[]): Map<number, number> =>
      new Map(stored.lineCountsOf.all(JSON.stringify(sessions))),
    /** The range of ids that contains all chunks of these sessions; null if there are none. */
    chunkRange(sessions: readonly number[]): Range | null {
      const { from = null, to = null } = stored.chunkRange.get(JSON.stringify(sessions)) ?? {};
      return from === null || to === null ? null : { from, to };
    },
    /** Null once the session is deleted. */
    chunkText(id: number, asciiOnly: boolean): string | null {
      const row = stored.text.get(id);
      return row ? unpacked(row, asciiOnly) : null;
    },
    chunksAfter: (id: number, limit: number): { chunk: IndexedChunk; text: string }[] =>
      stored.chunksAfter.all(id, limit).map((row) => ({ chunk: row, text: unpacked(row, false) })),

    /**
     * The texts of a session besides its chunks up to `lastChunk`. The tail comes first: lines only move from the tail
     * into chunks, so none is missed in between.
     */
    *textsAfter(sessionId: number, lastChunk: number, asciiOnly: boolean): Generator<string> {
      const text = stored.tail.get({ sessionId });
      if (typeof text === "string") yield foldCase(text);
      for (const row of stored.textsAfter.iterate(sessionId, lastChunk)) yield unpacked(row, asciiOnly);
    },
    /** Tail and line count, read together; undefined while the session has a chunk after `lastChunk`. */
    wholeTail(sessionId: number, lastChunk: number): { lineCount: number; text: string } | undefined {
      const row = stored.wholeTail.get({ sessionId, lastChunk });
      return row && { lineCount: row.lineCount, text: foldCase(row.text ?? "") };
    },
    /** Whether the chunk belongs to this database: it exists, or it was deleted with its session. */
    knows(indexed: IndexedChunk): boolean {
      const row = stored.chunk.get(indexed.id);
      if (!row) return indexed.id <= (stored.lastId.get() ?? 0);
      return row.sessionId === indexed.sessionId && row.textBytes === indexed.textBytes;
    },
    close: (): void => void sql.close(),
  };
}

/** The line counts of every session; read again only after a change. */
function allLineCounts(
  every: ReturnType<typeof chunkStatements>["lineCounts"],
  version: () => unknown,
): () => ReadonlyMap<number, number> {
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

/** ASCII needs no decoding and no rules for other scripts, and no byte of another letter looks like ASCII. */
function unpacked(packed: CompressedText, asciiOnly: boolean): string {
  const bytes = readable(packed);
  if (bytes === null) return ""; // Damaged: nothing is found in it.
  return asciiOnly || isAscii(bytes)
    ? bytes.toString("latin1").toLowerCase()
    : foldCase(bytes.toString("utf8"));
}
