/** How soon a transcript of 100,000 lines can be read in, and whether anyone waits while it is read whole. */
import { createReadStream, createWriteStream } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { pino } from "pino";
import { openDatabase } from "../../server/db/open.ts";
import { transcriptService, transcriptStore } from "../../server/domains/transcripts/index.ts";
import { systemClock } from "../../server/lib/clock.ts";
import { claudeCodeRuntime } from "../../server/runtimes/claude-code/index.ts";
import type { Bed } from "./bed.ts";
import { interleaved, type Measurement } from "./measurement.ts";
import { type Monitored, startMonitored } from "./monitored.ts";
import { seedSessions } from "./seed-sessions.ts";
import { benchKey, serviceEnvironment } from "./service-environment.ts";
import { transcriptLines } from "./transcript-lines.ts";

const lineCount = 100_000;
const rounds = 9;

export async function longTranscriptBench(bed: Bed): Promise<Measurement[]> {
  const file = join(await bed.folder("transcript"), "transcript.jsonl");
  await pipeline(Readable.from(repeatedLines()), createWriteStream(file));
  const data = await bed.folder("long-transcript");
  await store(file, data);
  await using service = await startMonitored(serviceEnvironment(data));
  const cookie = await openBoard(service.url);
  const api = `${service.url}/api/v1/sessions/1`;
  const { conversation, timeline, deep, whole, naive } = await interleaved(rounds, {
    conversation: () => answerMs(`${api}/conversation`),
    timeline: () => answerMs(`${service.url}/ui/v1/sessions/1/timeline`, cookie),
    deep: () => answerMs(`${api}/conversation?before=1000`),
    whole: () => longestDelay(service, `${api}/transcript`),
    naive: () => readFromStart(file),
  });
  const figure = (name: string, measured: number, goalMs?: number): Measurement => ({
    figure: `${name} of ${lineCount.toLocaleString("en")} lines`,
    unit: "ms",
    measured,
    reference: naive,
    against: "the file read from its start",
    ...(goalMs !== undefined && { goal: { on: "measured", bound: "at most", value: goalMs } }),
  });
  return [
    figure("first conversation page", conversation, 15),
    figure("newest timeline page", timeline, 50),
    figure("conversation page near the start", deep),
    figure("event-loop delay max, reading copy", whole, 50),
  ];
}

function* repeatedLines(): Generator<string> {
  const lines = transcriptLines(16_000_000);
  for (let n = 0; n < lineCount; n++) yield `${lines[n % lines.length] ?? ""}\n`;
}

/** As the service stores it, in the first session of a new data folder. */
async function store(path: string, folder: string): Promise<void> {
  seedSessions(folder, 1);
  const database = openDatabase(join(folder, "signalbox.db"), pino({ level: "silent" }));
  const { id: runtime, transcript: reader } = claudeCodeRuntime({ environment: {} });
  try {
    database.sql.prepare("UPDATE sessions SET agent_runtime = ?").run(runtime);
    const transcripts = transcriptService({
      database,
      store: transcriptStore(database),
      clock: systemClock,
      readers: new Map([[runtime, reader]]),
      redactLine: (line) => line,
      changed() {},
    });
    await transcripts.ingest({ sessionId: 1, path, reader });
  } finally {
    database.close();
  }
}

async function openBoard(url: string): Promise<Record<string, string>> {
  const page = await fetch(url, { headers: { accept: "text/html" } });
  await page.text();
  return { cookie: page.headers.get("set-cookie")?.split(";", 1)[0] ?? "" };
}

async function answerMs(url: string, headers: Record<string, string> = {}): Promise<number> {
  const started = performance.now();
  const answer = await fetch(url, { headers: { "x-api-key": benchKey, ...headers } });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}`);
  return performance.now() - started;
}

async function longestDelay(service: Monitored, url: string): Promise<number> {
  await service.delays();
  await answerMs(url);
  return (await service.delays()).max;
}

async function readFromStart(path: string): Promise<number> {
  const started = performance.now();
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity }))
    JSON.parse(line);
  return performance.now() - started;
}
