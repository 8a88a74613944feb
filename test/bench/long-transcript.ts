/** How fast a transcript of 100,000 lines can be read, and whether others wait while it is read completely. */
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { BenchFolders } from "./bench-folders.ts";
import { interleaved, type Measurement } from "./measurement.ts";
import { type Monitored, startMonitored } from "./monitored.ts";
import { seedLongTranscript } from "./seed-long-transcript.ts";
import { benchKey, serviceEnvironment } from "./service-environment.ts";

const lineCount = 100_000;
const rounds = 9;

export async function longTranscriptBench(bed: BenchFolders): Promise<Measurement[]> {
  const { data, file } = await seedLongTranscript(bed, lineCount);
  await using service = await startMonitored(serviceEnvironment(data));
  const board = await service.signIn();
  const api = `${service.url}/api/v1/sessions/1`;
  const { conversation, timeline, deep, whole, naive } = await interleaved(rounds, {
    conversation: () => answerMs(`${api}/conversation`),
    timeline: () => answerMs(`${service.url}/ui/v1/sessions/1/timeline`, board),
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
