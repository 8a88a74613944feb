/** How fast the calls of a CLI's own files are counted, against the peer that does nothing else. */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pino } from "pino";
import { migrateDatabase } from "../../server/db/migrate.ts";
import { openDatabase } from "../../server/db/open.ts";
import { priceList } from "../../server/domains/pricing/prices/index.ts";
import { usageService } from "../../server/domains/usage/calls/index.ts";
import { ledgerService } from "../../server/domains/usage/ledger/index.ts";
import { systemClock } from "../../server/lib/clock.ts";
import { workerPool } from "../../server/workers/pool.ts";
import { prepareCcusage } from "../support/ccusage.ts";
import type { BenchFolders } from "./bench-folders.ts";
import { writeClaudeFiles } from "./claude-files.ts";
import { interleaved, type Measurement, median } from "./measurement.ts";

const lineCount = 200_000;
const files = 100;
const rounds = 3;
const running = new AbortController().signal;
const silent = pino({ level: "silent" });

export async function ledgerBench(bed: BenchFolders): Promise<Measurement[]> {
  const corpus = await bed.folder("usage-corpus");
  await writeClaudeFiles(join(corpus, "claude", "projects", "-somewhere"), { files, lineCount });
  const ccusage = await prepareCcusage(await bed.folder("ccusage"));
  const peer = "missing" in ccusage ? null : ccusage;
  const again: number[] = [];
  const { ours, theirs } = await interleaved(rounds, {
    async ours() {
      const { firstMs, againMs } = await readAll(await bed.folder("ledger"), corpus);
      again.push(againMs);
      return perSecond(firstMs);
    },
    async theirs() {
      const started = performance.now();
      await peer?.count("claude", corpus);
      return perSecond(performance.now() - started);
    },
  });
  const what = `calls of ${lineCount.toLocaleString("en")} lines`;
  return [
    {
      figure: `${what} counted and stored`,
      unit: "per second",
      measured: ours,
      reference: peer && theirs,
      against: "ccusage, which stores nothing",
      goal: { on: "ratio", bound: "at least", value: 1 },
      ...("missing" in ccusage && { note: ccusage.missing }),
    },
    {
      figure: `${what} looked through again without a new one`,
      unit: "ms",
      measured: median(again),
      reference: null,
      against: "",
      goal: { on: "measured", bound: "at most", value: 50 },
    },
  ];
}

const perSecond = (tookMs: number): number => (lineCount / tookMs) * 1_000;

const notUsed = (): never => {
  throw new Error("Not part of this bench");
};

/** The worker in one file, as the service runs it. */
const builtWorker = pathToFileURL(
  join(import.meta.dirname, "../../dist/service/server-domains-usage-ledger-reading-worker.js"),
);

/** The ledger, wired as in compose.ts. */
async function readAll(folder: string, corpus: string): Promise<{ firstMs: number; againMs: number }> {
  await mkdir(folder, { recursive: true });
  const database = openDatabase(join(folder, "signalbox.db"), silent);
  const workers = workerPool({ log: () => {} });
  try {
    migrateDatabase(database, { backups: null, now: Date.now() });
    const usage = usageService({
      database,
      clock: systemClock,
      jobs: { add: notUsed },
      sessions: { byId: notUsed },
      transcripts: { boundedLines: notUsed, readerOf: notUsed, written: notUsed },
      subagents: { sources: notUsed, boundedLines: notUsed },
      turns: () => [],
      sessionId: Number,
      prices: priceList,
      changed: () => {},
      sessionLog: { note: notUsed },
    });
    const ledger = ledgerService({
      database,
      clock: systemClock,
      log: silent,
      usage,
      jobs: { add: notUsed },
      workers: { run: (task) => workers.run({ ...task, file: builtWorker }) },
      sources: [{ runtime: "claude_code", folders: [join(corpus, "claude", "projects")] }],
      cloneAt: () => undefined,
    });
    const timed = async (): Promise<number> => {
      const started = performance.now();
      await ledger.readRecent(running);
      return performance.now() - started;
    };
    const firstMs = await timed();
    const { last_error: problem } = ledger.coverage();
    if (problem !== null) throw new Error(problem);
    return { firstMs, againMs: await timed() };
  } finally {
    await workers.close();
    database.close();
  }
}
