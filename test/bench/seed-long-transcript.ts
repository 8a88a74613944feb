/** A data folder whose first session has a transcript of this many lines. */
import { createWriteStream } from "node:fs";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { pino } from "pino";
import { openDatabase } from "../../server/db/open.ts";
import { transcriptService } from "../../server/domains/transcripts/transcripts/index.ts";
import { systemClock } from "../../server/lib/clock.ts";
import { claudeCodeRuntime } from "../../server/runtimes/claude-code/index.ts";
import type { BenchFolders } from "./bench-folders.ts";
import { seedSessions } from "./seed-sessions.ts";
import { transcriptLines } from "./transcript-lines.ts";

/** Resolves with the data folder and the file of the transcript. */
export async function seedLongTranscript(
  bed: BenchFolders,
  lineCount: number,
): Promise<{ data: string; file: string }> {
  return seed(bed, repeatedLines(lineCount));
}

/** Resolves with the data folder. */
export async function seedTranscript(bed: BenchFolders, lines: readonly string[]): Promise<string> {
  const { data } = await seed(
    bed,
    lines.map((line) => `${line}\n`),
  );
  return data;
}

async function seed(bed: BenchFolders, lines: Iterable<string>): Promise<{ data: string; file: string }> {
  const file = join(await bed.folder("transcript"), "transcript.jsonl");
  await pipeline(Readable.from(lines), createWriteStream(file));
  const data = await bed.folder("long-transcript");
  await store(file, data);
  return { data, file };
}

function* repeatedLines(count: number): Generator<string> {
  const lines = transcriptLines(16_000_000);
  for (let n = 0; n < count; n++) yield `${lines[n % lines.length] ?? ""}\n`;
}

/** Stores it like the service, in the first session of a new data folder. */
async function store(path: string, folder: string): Promise<void> {
  seedSessions(folder, 1);
  const database = openDatabase(join(folder, "signalbox.db"), pino({ level: "silent" }));
  const { id: runtime, transcript: reader } = claudeCodeRuntime({ environment: {} });
  try {
    database.sql.prepare("UPDATE sessions SET agent_runtime = ?").run(runtime);
    const transcripts = transcriptService({
      database,
      clock: systemClock,
      readers: new Map([[runtime, reader]]),
      redactLine: (line) => line,
      changed() {},
    });
    await transcripts.ingest({ sessionId: 1, home: dirname(path), path, reader });
  } finally {
    database.close();
  }
}
