import { chmodSync, rmSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { mayHold, runFilter } from "./run-filter.ts";
import { vocabulary } from "./vocabulary.ts";

/** Raise this when the stored format changes: an index of another version is rebuilt. */
const version = 3;

/** After each text, so that its last letters begin a term too and can be found by fewer than three letters. */
const padding = "\n\n";

/** Texts are case-folded before they come here, so that the index and its reader cannot disagree about a letter. */
const layout = `
  CREATE VIRTUAL TABLE texts USING fts5(
    text, tokenize = 'trigram case_sensitive 1', detail = none, content = '', contentless_delete = 1);
  CREATE TABLE chunks (id INTEGER PRIMARY KEY, session_id INTEGER NOT NULL, text_bytes INTEGER NOT NULL);
  CREATE INDEX chunks_session ON chunks (session_id);
  CREATE TABLE filters (id INTEGER PRIMARY KEY, filter BLOB NOT NULL);
  CREATE TABLE sessions (session_id INTEGER PRIMARY KEY, line_count INTEGER NOT NULL);
  PRAGMA user_version = ${version};`;

export interface IndexedChunk {
  id: number;
  sessionId: number;
  textBytes: number;
}

/** A text that may match: a chunk, or with a negative id the tail of a session. */
export interface Candidate {
  id: number;
  sessionId: number;
}

export interface Range {
  from: number;
  to: number;
}

export type SearchIndex = ReturnType<typeof openSearchIndex>;

/** The file is not a database, or is damaged: a damaged size can look like running out of memory. */
export const isBroken = (error: unknown): boolean =>
  error instanceof Sqlite.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB|NOMEM)/.test(error.code);

/**
 * The index of transcripts: which texts contain which trigrams. It can be rebuilt from the transcripts. Throws an error
 * that `isBroken` recognizes if the file is damaged.
 */
export function openSearchIndex(file: string) {
  const sql = openFile(file);
  const addText = sql.prepare<[number, string]>("INSERT INTO texts (rowid, text) VALUES (?, ?)");
  const dropText = sql.prepare<[number]>("DELETE FROM texts WHERE rowid = ?");
  const addChunk = sql.prepare<[IndexedChunk]>("INSERT INTO chunks VALUES (@id, @sessionId, @textBytes)");
  const cover = sql.prepare<[number, number]>("INSERT OR REPLACE INTO sessions VALUES (?, ?)");
  const chunksOf = sql.prepare<[number], number>("SELECT id FROM chunks WHERE session_id = ?").pluck();
  const dropChunks = sql.prepare<[number]>("DELETE FROM chunks WHERE session_id = ?");
  const dropSession = sql.prepare<[number]>("DELETE FROM sessions WHERE session_id = ?");
  const newest = sql.prepare<[], IndexedChunk>(
    "SELECT id, session_id AS sessionId, text_bytes AS textBytes FROM chunks ORDER BY id DESC LIMIT 1",
  );
  const covered = new Map(
    sql.prepare<[], [number, number]>("SELECT session_id, line_count FROM sessions").raw().all(),
  );
  const filters = filterTable(sql);
  /** The approximate number of texts. */
  const textCount = (): number => (newest.get()?.id ?? 0) + covered.size;
  const { clear: forgetTerms, ...terms } = vocabulary(sql, textCount);
  let lastBehind: { lineCounts: ReadonlyMap<number, number>; ids: readonly number[] } | undefined;
  function changed(): void {
    forgetTerms();
    lastBehind = undefined;
  }

  return {
    /** The line count up to which a session is indexed; a session with another line count is not indexed completely. */
    covered: covered as ReadonlyMap<number, number>,
    /** The sessions that are not indexed completely. */
    behind(lineCounts: ReadonlyMap<number, number>): readonly number[] {
      if (lastBehind?.lineCounts === lineCounts) return lastBehind.ids;
      const ids: number[] = [];
      for (const [id, lineCount] of lineCounts) if (covered.get(id) !== lineCount) ids.push(id);
      lastBehind = { lineCounts, ids };
      return ids;
    },
    newestChunk: (): IndexedChunk | undefined => newest.get(),
    /** Chunks are indexed in the order of their ids: those up to this one are, those after it are not. */
    lastChunk: (): number => newest.get()?.id ?? 0,

    textCount,
    terms,
    ...textMatches(sql),
    mayHold: filters.mayHold,

    addChunks: sql.transaction((chunks: readonly { chunk: IndexedChunk; text: string }[]) => {
      changed();
      for (const { chunk, text } of chunks) {
        const { id, sessionId, textBytes } = chunk;
        addText.run(id, text + padding);
        addChunk.run({ id, sessionId, textBytes });
        filters.add(id, text);
        if (covered.has(sessionId)) continue;
        cover.run(sessionId, -1);
        covered.set(sessionId, -1);
      }
    }),

    /** With the chunks up to `lastChunk`, `text` is the whole transcript of `lineCount` lines. */
    coverTails: sql.transaction(
      (tails: readonly { sessionId: number; lineCount: number; text: string }[]) => {
        changed();
        for (const { sessionId, lineCount, text } of tails) {
          dropText.run(-sessionId);
          if (text !== "") addText.run(-sessionId, text + padding);
          cover.run(sessionId, lineCount);
          covered.set(sessionId, lineCount);
        }
      },
    ),

    forget: sql.transaction((sessionId: number) => {
      changed();
      for (const id of chunksOf.all(sessionId)) {
        dropText.run(id);
        filters.drop(id);
      }
      dropText.run(-sessionId);
      dropChunks.run(sessionId);
      dropSession.run(sessionId);
      covered.delete(sessionId);
    }),

    close: (): void => void sql.close(),
  };
}

/** The texts that match an expression. */
function textMatches(sql: Sqlite.Database) {
  const match = `SELECT texts.rowid AS id, COALESCE(session_id, -texts.rowid) AS sessionId
    FROM texts LEFT JOIN chunks ON chunks.id = texts.rowid WHERE texts MATCH ?`;
  const matchAnywhere = sql.prepare<[string, number], Candidate>(`${match} LIMIT ?`);
  // Numbers are bound as REAL, but the index needs integers to stop at.
  const matchWithin = sql.prepare<[string, number, number], Candidate>(
    `${match} AND texts.rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER)`,
  );
  return {
    candidates: (expression: string, limit: number): Candidate[] => matchAnywhere.all(expression, limit),
    candidatesWithin: (expression: string, { from, to }: Range): Candidate[] =>
      matchWithin.all(expression, from, to),
  };
}

/** Which runs of letters the chunks contain. */
function filterTable(sql: Sqlite.Database) {
  const insert = sql.prepare<[number, Buffer]>("INSERT INTO filters VALUES (?, ?)");
  const filterOf = sql.prepare<[number], Buffer>("SELECT filter FROM filters WHERE id = ?").pluck();
  const remove = sql.prepare<[number]>("DELETE FROM filters WHERE id = ?");
  return {
    add: (chunk: number, text: string): void => void insert.run(chunk, runFilter(text)),
    drop: (chunk: number): void => void remove.run(chunk),
    /** False if a chunk cannot contain the needle with these run hashes. */
    mayHold(chunk: number, hashes: readonly number[]): boolean {
      const filter = filterOf.get(chunk);
      return filter === undefined || mayHold(filter, hashes);
    },
  };
}

/** Deletes the file, and the files that SQLite keeps beside it. */
export function discardSearchIndex(file: string): void {
  for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
}

function openFile(file: string): Sqlite.Database {
  let sql = new Sqlite(file, { timeout: 5_000 });
  try {
    chmodSync(file, 0o600);
    const known = sql.pragma("user_version", { simple: true });
    if (known !== version) {
      sql.close();
      discardSearchIndex(file);
      sql = new Sqlite(file, { timeout: 5_000 });
      chmodSync(file, 0o600);
      sql.pragma("journal_mode = WAL");
      sql.exec(layout);
    }
    sql.pragma("synchronous = NORMAL");
    return sql;
  } catch (error) {
    sql.close();
    throw error;
  }
}
