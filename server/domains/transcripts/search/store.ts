import { chmodSync, rmSync } from "node:fs";
import Sqlite from "better-sqlite3";
import { mayHold, runFilter } from "./run-filter.ts";
import { vocabulary } from "./vocabulary.ts";

/** Raise this when the stored format changes: an index of another version is rebuilt. */
const version = 3;

/** After each text, so that its last letters begin a term too and can be looked up by less than three. */
const padding = "\n\n";

/** Texts are folded by us before they come here, so that the index and its reader cannot differ on a letter. */
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

/** A text that may hold what is looked for: a chunk, or with a negative id what a session had beside its chunks. */
export interface Candidate {
  id: number;
  sessionId: number;
}

export interface Range {
  from: number;
  to: number;
}

export type SearchIndex = ReturnType<typeof openSearchIndex>;

/** The file is no database, or one that was damaged: where a damaged size is believed, memory seems to run out. */
export const isBroken = (error: unknown): boolean =>
  error instanceof Sqlite.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB|NOMEM)/.test(error.code);

/**
 * The index of transcripts: which texts hold which three letters. Everything in it can be made again from the
 * transcripts. Throws what `isBroken` knows where the file is damaged.
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
  /** About how many texts there are. */
  const textCount = (): number => (newest.get()?.id ?? 0) + covered.size;
  const { clear: forgetTerms, ...terms } = vocabulary(sql, textCount);
  let lastBehind: { lineCounts: ReadonlyMap<number, number>; ids: readonly number[] } | undefined;
  function changed(): void {
    forgetTerms();
    lastBehind = undefined;
  }

  return {
    /** Line count up to which a session's transcript is indexed; what has another one now is not indexed whole. */
    covered: covered as ReadonlyMap<number, number>,
    /** The sessions of which it does not hold all the lines there are. */
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

/** The texts that hold the terms of an expression. */
function textMatches(sql: Sqlite.Database) {
  const match = `SELECT texts.rowid AS id, COALESCE(session_id, -texts.rowid) AS sessionId
    FROM texts LEFT JOIN chunks ON chunks.id = texts.rowid WHERE texts MATCH ?`;
  const matchAnywhere = sql.prepare<[string, number], Candidate>(`${match} LIMIT ?`);
  // Numbers come to SQL as real ones; the index stops at whole ones only.
  const matchWithin = sql.prepare<[string, number, number], Candidate>(
    `${match} AND texts.rowid BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER)`,
  );
  return {
    candidates: (expression: string, limit: number): Candidate[] => matchAnywhere.all(expression, limit),
    candidatesWithin: (expression: string, { from, to }: Range): Candidate[] =>
      matchWithin.all(expression, from, to),
  };
}

/** Which runs of letters the chunks hold. */
function filterTable(sql: Sqlite.Database) {
  const insert = sql.prepare<[number, Buffer]>("INSERT INTO filters VALUES (?, ?)");
  const filterOf = sql.prepare<[number], Buffer>("SELECT filter FROM filters WHERE id = ?").pluck();
  const remove = sql.prepare<[number]>("DELETE FROM filters WHERE id = ?");
  return {
    add: (chunk: number, text: string): void => void insert.run(chunk, runFilter(text)),
    drop: (chunk: number): void => void remove.run(chunk),
    /** False where a chunk cannot hold the needle of these run hashes. */
    mayHold(chunk: number, hashes: readonly number[]): boolean {
      const filter = filterOf.get(chunk);
      return filter === undefined || mayHold(filter, hashes);
    },
  };
}

/** Takes the file away with what SQLite keeps beside it. */
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
