/**
 * Runs the benchmarks named in the arguments, or all of them, and writes test/artifacts/bench.json. No result fails the run,
 * because machines differ and only the ratios are comparable. A benchmark that throws does.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { availableParallelism, cpus, loadavg } from "node:os";
import { dirname, join } from "node:path";
import { admissionBench } from "./admission.ts";
import { type BenchFolders, makeBed } from "./bench-folders.ts";
import { bigBodyBench } from "./big-body.ts";
import { boardPageBench } from "./board-page.ts";
import { boardRowsBench } from "./board-rows.ts";
import { bundleBench } from "./bundle.ts";
import { contentSearchBench } from "./content-search.ts";
import { costsBench } from "./costs.ts";
import { eventLoopBench } from "./event-loop.ts";
import { healthBench } from "./health.ts";
import { idleBench } from "./idle.ts";
import { idleTriggersBench } from "./idle-triggers.ts";
import { inferenceBench, waitingIdleBench } from "./inference.ts";
import { ingestionBench } from "./ingestion.ts";
import { largeLinesBench } from "./large-lines.ts";
import { ledgerBench } from "./ledger.ts";
import { limitReturnBench } from "./limit-return.ts";
import { listUnderLoadBench } from "./list-under-load.ts";
import { liveModeBench } from "./live-mode.ts";
import { loneRequestsBench } from "./lone-requests.ts";
import { longLineBench } from "./long-line.ts";
import { longTranscriptBench } from "./long-transcript.ts";
import { mcpBench } from "./mcp.ts";
import { isMet, type Measurement, ratioOf } from "./measurement.ts";
import { openSessionBench } from "./open-session.ts";
import { pageMemoryBench } from "./page-memory.ts";
import { installBench } from "./peers/cold-install.ts";
import { peersBench } from "./peers/peers.ts";
import { queueBench } from "./queue.ts";
import { redactionBench } from "./redaction.ts";
import { sandboxBench } from "./sandbox.ts";
import { sessionApiBench } from "./session-api.ts";
import { sessionPageBench } from "./session-page.ts";
import { signedRequestsBench } from "./signed-requests.ts";
import { startBench } from "./start.ts";
import { table } from "./table.ts";
import { turnBench } from "./turn.ts";
import { webhookBurstBench } from "./webhook-burst.ts";

const benches: Readonly<Record<string, (bed: BenchFolders) => Promise<Measurement[]>>> = {
  start: startBench,
  idle: idleBench,
  "idle-triggers": idleTriggersBench,
  "webhook-burst": webhookBurstBench,
  sessions: sessionApiBench,
  "lone-requests": loneRequestsBench,
  "signed-requests": signedRequestsBench,
  turn: turnBench,
  sandbox: sandboxBench,
  ingestion: ingestionBench,
  "event-loop": eventLoopBench,
  "list-under-load": listUnderLoadBench,
  "large-lines": largeLinesBench,
  "long-line": longLineBench,
  "long-transcript": longTranscriptBench,
  "session-page": sessionPageBench,
  "page-memory": pageMemoryBench,
  "board-page": boardPageBench,
  "board-rows": boardRowsBench,
  "open-session": openSessionBench,
  bundle: bundleBench,
  "big-body": bigBodyBench,
  mcp: mcpBench,
  "live-mode": liveModeBench,
  queue: queueBench,
  admission: admissionBench,
  inference: inferenceBench,
  "limit-return": limitReturnBench,
  "waiting-idle": waitingIdleBench,
  redaction: redactionBench,
  "content-search": contentSearchBench,
  costs: costsBench,
  ledger: ledgerBench,
  health: healthBench,
};

/** What is measured beside peers, and what they have no equal of. */
const besidePeers = async (bed: BenchFolders): Promise<Measurement[]> => [
  ...(await peersBench(bed)),
  ...(await turnBench(bed)),
  ...(await sessionPageBench(bed)),
];

/** Runs only if it is named: it installs other programs from the npm registry. */
const onRequest: typeof benches = { peers: besidePeers, install: installBench };

const print = (text: string): void => void process.stdout.write(`${text}\n`);

async function main(wanted: readonly string[]): Promise<void> {
  const all = { ...benches, ...onRequest };
  const unknown = wanted.filter((name) => !(name in all));
  if (unknown.length > 0) {
    process.stderr.write(
      `There is no bench ${unknown.join(", ")}. Benches: ${Object.keys(all).join(", ")}.\n`,
    );
    process.exitCode = 2;
    return;
  }
  const chosen =
    wanted.length === 0
      ? Object.entries(benches)
      : Object.entries(all).filter(([name]) => wanted.includes(name));
  const before = loadavg()[0] ?? 0;
  const measurements: Measurement[] = [];
  await using bed = await makeBed();
  for (const [name, bench] of chosen) {
    print(`${name} ...`);
    measurements.push(...(await runBench(name, () => bench(bed))));
  }
  print(`\n${table(measurements)}\n\n${machine()}; load before: ${before.toFixed(2)}`);
  print(`Written to ${await write(measurements, before)}`);
}

/** The other benchmarks continue, but the run as a whole fails. */
async function runBench(name: string, bench: () => Promise<Measurement[]>): Promise<Measurement[]> {
  try {
    return await bench();
  } catch (error) {
    process.exitCode = 1;
    print(`${name} broke: ${error instanceof Error ? error.stack : String(error)}`);
    return [];
  }
}

const machine = (): string =>
  `Node ${process.versions.node}, ${process.platform} ${process.arch}, ${availableParallelism()} cores of ${cpus()[0]?.model ?? "an unknown make"}`;

async function write(measurements: readonly Measurement[], loadBefore: number): Promise<string> {
  const file = join(dirname(import.meta.dirname), "artifacts", "bench.json");
  const figures = measurements.map((one) => ({ ...one, ratio: ratioOf(one), met: isMet(one) }));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(
    file,
    `${JSON.stringify({ at: new Date().toISOString(), machine: machine(), loadBefore, figures }, null, 2)}\n`,
  );
  return file;
}

await main(process.argv.slice(2));
