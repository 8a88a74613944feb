import { blob, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { sessions } from "../../sessions/sessions/table.ts";

/** The length of a session's transcript, and how far the runtime's file has been read. */
export const transcripts = sqliteTable("transcripts", {
  sessionId: integer("session_id")
    .primaryKey()
    .references(() => sessions.id, { onDelete: "cascade" }),
  /** Lines stored so far; the next line gets this index. */
  lineCount: integer("line_count").notNull().default(0),
  /** How many of them are messages of the conversation (R55). */
  messageCount: integer("message_count").notNull().default(0),
  /** First index that is still in the tail; everything below is in chunks. */
  sealedCount: integer("sealed_count").notNull().default(0),
  /** The runtime's file the lines came from, and the byte after the last line taken from it. */
  sourcePath: text("source_path"),
  /** Index of the first line taken from that file; earlier lines came from another. */
  sourceBase: integer("source_base").notNull().default(0),
  sourceOffset: integer("source_offset").notNull().default(0),
  /** SHA-256 of the bytes just before the offset; a mismatch means the file was rewritten. */
  sourceFingerprint: text("source_fingerprint"),
  updatedAt: integer("updated_at").notNull(),
});

/** The live end: one redacted JSON line a row. */
export const transcriptTail = sqliteTable(
  "transcript_tail",
  {
    sessionId: integer("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    idx: integer().notNull(),
    line: text().notNull(),
    isMessage: integer("is_message", { mode: "boolean" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.idx] })],
);

/** The sealed part: whole lines, one zstd frame of about 16 KB of text a row. */
export const transcriptChunks = sqliteTable(
  "transcript_chunks",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    sessionId: integer("session_id")
      .notNull()
      .references(() => sessions.id, { onDelete: "cascade" }),
    firstIdx: integer("first_idx").notNull(),
    lineCount: integer("line_count").notNull(),
    messageCount: integer("message_count").notNull(),
    /** Bytes of the text before compression; bounds the decompression. */
    textBytes: integer("text_bytes").notNull(),
    blob: blob({ mode: "buffer" }).notNull(),
  },
  (table) => [uniqueIndex("transcript_chunks_position").on(table.sessionId, table.firstIdx)],
);
