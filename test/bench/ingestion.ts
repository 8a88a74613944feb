/** How fast a long transcript is ingested: parsed, redacted, counted, stored and sealed. */
import { createReadStream, createWriteStream } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import Sqlite from "better-sqlite3";
import { pino } from "pino";
import { openDatabase } from "../../server/db/open.ts";
import { transcriptService } from "../../server/domains/transcripts/transcripts/index.ts";
import { systemClock } from "../../server/lib/clock.ts";
import { createRedactor, redactJsonLine } from "../../server/lib/redaction/index.ts";
import { claudeCodeRuntime } from "../../server/runtimes/claude-code/index.ts";
import type { BenchFolders } from "./bench-folders.ts";
import { interleaved, type Measurement } from "./measurement.ts";
import { seedSessions } from "./seed-sessions.ts";
import { transcriptLines } from "./transcript-lines.ts";

const lineCount = 100_000;
const rounds = 3;
const batch = 500;

export async function ingestionBench(bed: BenchFolders): Promise<Measurement[]> {
  const file = join(await bed.folder("transcript"), "transcript.jsonl");
  await pipeline(Readable.from(repeatedLines()), createWriteStream(file));
  const { ours, theirs } = await interleaved(rounds, {
    ours: async () => ingest(file, await bed.folder("ingestion")),
    theirs: async () => copyLines(file, await bed.folder("ingestion-by-hand")),
  });
  return [
    {
      figure: `transcript of ${lineCount.toLocaleString("en")} lines taken in`,
      unit: "per second",
      measured: ours,
      reference: theirs,
      against: "readline, JSON.parse and one insert a line",
    },
  ];
}

/** Repeats the same lines, because nothing that is measured spans more than a chunk. */
function* repeatedLines(): Generator<string> {
  const lines = transcriptLines(16_000_000);
  for (let n = 0; n < lineCount; n++) yield `${lines[n % lines.length] ?? ""}\n`;
}

/** Lines per second of the service, wired as in compose.ts. */
async function ingest(path: string, folder: string): Promise<number> {
  seedSessions(folder, 1);
  const database = openDatabase(join(folder, "signalbox.db"), pino({ level: "silent" }));
  const { transcript: reader } = claudeCodeRuntime({ environment: {} });
  const redactor = createRedactor();
  try {
    const transcripts = transcriptService({
      database,
      clock: systemClock,
      readers: new Map([["claude_code", reader]]),
      redactLine: (line) => redactJsonLine(redactor, line),
      changed() {},
    });
    const started = performance.now();
    const ingested = await transcripts.ingest({ sessionId: 1, home: dirname(path), path, reader });
    const tookMs = performance.now() - started;
    if (ingested.lineCount !== lineCount) throw new Error(`${ingested.lineCount} lines were taken in`);
    return (lineCount / tookMs) * 1_000;
  } finally {
    database.close();
  }
}

/** Lines per second of the shortest program that reads, checks and stores them. */
async function copyLines(path: string, folder: string): Promise<number> {
  const sql = new Sqlite(join(folder, "lines.db"));
  sql.pragma("journal_mode = WAL");
  sql.pragma("synchronous = FULL");
  sql.exec("CREATE TABLE lines (idx INTEGER PRIMARY KEY, line TEXT NOT NULL)");
  const insert = sql.prepare("INSERT INTO lines (line) VALUES (?)");
  const store = sql.transaction((lines: readonly string[]) => {
    for (const line of lines) insert.run(line);
  });
  const started = performance.now();
  let waiting: string[] = [];
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    JSON.parse(line);
    waiting.push(line);
    if (waiting.length < batch) continue;
    store(waiting);
    waiting = [];
  }
  store(waiting);
  const tookMs = performance.now() - started;
  sql.close();
  return (lineCount / tookMs) * 1_000;
}
