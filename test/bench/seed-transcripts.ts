import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { pino } from "pino";
import { type Database, openDatabase } from "../../server/db/open.ts";
import { cutChunks, packChunk } from "../../server/domains/transcripts/transcripts/chunks.ts";
import { transcriptStore } from "../../server/domains/transcripts/transcripts/store.ts";
import { seedSessions } from "./seed-sessions.ts";
import { seeded } from "./transcript-lines.ts";
import { transcriptTexts } from "./transcript-texts.ts";

/**
 * Creates a data folder with `sessions` sessions whose transcripts have `bytes` in all, stored like the service does, and
 * the same lines as plain files in `plainFolder`. `planted` adds a line to the session with that id. Returns the actual size.
 */
export async function seedTranscripts(to: {
  dataFolder: string;
  plainFolder: string;
  sessions: number;
  bytes: number;
  planted: { sessionId: number; line: string };
}): Promise<number> {
  seedSessions(to.dataFolder, to.sessions);
  await mkdir(to.plainFolder, { recursive: true });
  const database = openDatabase(join(to.dataFolder, "signalbox.db"), pino({ level: "silent" }));
  const newTranscript = transcriptTexts(seeded(20_261_120));
  let written = 0;
  try {
    database.sql.pragma("synchronous = OFF");
    for (let sessionId = 1; sessionId <= to.sessions; sessionId++) {
      const lines = newTranscript(to.bytes / to.sessions);
      if (sessionId === to.planted.sessionId) lines.unshift(to.planted.line);
      await storeLines(database, sessionId, lines);
      written += await writeLines(join(to.plainFolder, `${sessionId}.jsonl`), lines);
    }
    database.sql.pragma("wal_checkpoint(TRUNCATE)");
  } finally {
    database.close();
  }
  return written;
}

async function storeLines(database: Database, sessionId: number, lines: readonly string[]): Promise<void> {
  const store = transcriptStore(database);
  const tail = lines.map((line, idx) => ({ idx, line, isMessage: true }));
  const chunks = await Promise.all(cutChunks(tail).map(packChunk));
  const last = chunks.at(-1);
  const sealedCount = last ? last.firstIdx + last.lineCount : 0;
  database.transaction(() => {
    for (const chunk of chunks) store.seal(sessionId, chunk);
    for (const line of tail.slice(sealedCount)) store.appendLine(sessionId, line);
    store.saveHead({
      sessionId,
      lineCount: lines.length,
      messageCount: lines.length,
      sealedCount,
      sourcePath: null,
      sourceBase: 0,
      sourceOffset: 0,
      sourceFingerprint: null,
      updatedAt: 0,
    });
  });
}

async function writeLines(file: string, lines: readonly string[]): Promise<number> {
  const stream = createWriteStream(file);
  stream.end(`${lines.join("\n")}\n`);
  await finished(stream);
  return stream.bytesWritten;
}
