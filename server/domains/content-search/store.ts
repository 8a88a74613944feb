import { chmodSync, rmSync } from "node:fs";
import Sqlite from "better-sqlite3";

/** Raised whenever what is written here changes: an index of another version is made anew. */
const version = 1;

/** Texts in which a term is met before it is judged: enough to tell `ing` from `gti`. */
const sampleSize = 16;

/** Texts are folded by us before they come here, so that the index and its reader cannot differ on a letter. */
const layout = `
  CREATE VIRTUAL TABLE texts USING fts5(
    text, tokenize = 'trigram case_sensitive 1', detail = none, content = '', contentless_delete = 1);
  CREATE TABLE chunks (id INTEGER PRIMARY KEY, session_id INTEGER NOT NULL, text_bytes INTEGER NOT NULL);
  CREATE INDEX chunks_session ON chunks (session_id);
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

/** The file is no database, or one that was damaged. */
export const isBroken = (error: unknown): boolean =>
  error instanceof Sqlite.SqliteError && /^SQLITE_(?:CORRUPT|NOTADB)/.test(error.code);

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
  const match = `SELECT texts.rowid AS id, COALESCE(session_id, -texts.rowid) AS sessionId
    FROM texts LEFT JOIN chunks ON chunks.id = texts.rowid WHERE texts MATCH ?`;
  const matchAnywhere = sql.prepare<[string, number], Candidate>(`${match} LIMIT ?`);
  const matchWithin = sql.prepare<[string, number, number], Candidate>(
    `${match} AND texts.rowid BETWEEN ? AND ?`,
  );
  const sampled = sql
    .prepare<[string], number>(`SELECT rowid FROM texts WHERE texts MATCH ? LIMIT 1 OFFSET ${sampleSize - 1}`)
    .pluck();
  const covered = new Map(
    sql.prepare<[], [number, number]>("SELECT session_id, line_count FROM sessions").raw().all(),
  );

  return {
    /** Line count up to which a session's transcript is indexed; what has another one now is not indexed whole. */
    covered: covered as ReadonlyMap<number, number>,
    newestChunk: (): IndexedChunk | undefined => newest.get(),
    /** Chunks are indexed in the order of their ids: those up to this one are, those after it are not. */
    lastChunk: (): number => newest.get()?.id ?? 0,

    /** How far one has to go to meet the term often: the greater, the fewer texts hold it. */
    rarity: (term: string): number => sampled.get(term) ?? Number.MAX_SAFE_INTEGER,
    candidates: (expression: string, limit: number): Candidate[] => matchAnywhere.all(expression, limit),
    candidatesWithin: (expression: string, { from, to }: Range): Candidate[] =>
      matchWithin.all(expression, from, to),

    addChunks: sql.transaction((chunks: readonly { chunk: IndexedChunk; text: string }[]) => {
      for (const { chunk, text } of chunks) {
        const { id, sessionId, textBytes } = chunk;
        addText.run(id, text);
        addChunk.run({ id, sessionId, textBytes });
        if (covered.has(sessionId)) continue;
        cover.run(sessionId, -1);
        covered.set(sessionId, -1);
      }
    }),

    /** With the chunks up to `lastChunk`, `text` is the whole transcript of `lineCount` lines. */
    coverTails: sql.transaction(
      (tails: readonly { sessionId: number; lineCount: number; text: string }[]) => {
        for (const { sessionId, lineCount, text } of tails) {
          dropText.run(-sessionId);
          if (text !== "") addText.run(-sessionId, text);
          cover.run(sessionId, lineCount);
          covered.set(sessionId, lineCount);
        }
      },
    ),

    forget: sql.transaction((sessionId: number) => {
      for (const id of [...chunksOf.all(sessionId), -sessionId]) dropText.run(id);
      dropChunks.run(sessionId);
      dropSession.run(sessionId);
      covered.delete(sessionId);
    }),

    close: (): void => void sql.close(),
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
