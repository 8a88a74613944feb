/** What a cost report of a large ledger takes, what it holds up meanwhile, and what the ledger weighs. */
import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { migrateDatabase } from "../../server/db/migrate.ts";
import { openDatabase } from "../../server/db/open.ts";
import { promptSteps } from "../../server/domains/pricing/prices/index.ts";
import { addUpHours } from "../../server/domains/usage/sums/hours.ts";
import { sumService } from "../../server/domains/usage/sums/index.ts";
import type { BenchFolders } from "./bench-folders.ts";
import { type Goal, type Measurement, median } from "./measurement.ts";
import { startMonitored } from "./monitored.ts";
import { type PlainClient, plainClient } from "./plain-client.ts";
import { seedCalls } from "./seed-calls.ts";
import { seedSessions } from "./seed-sessions.ts";
import { benchKey, serviceEnvironment } from "./service-environment.ts";

const calls = Number(process.env["SIGNALBOX_BENCH_CALLS"] ?? 1_000_000);
const rounds = 9;
const dayMs = 86_400_000;
const atMost = (value: number): Goal => ({ on: "measured", bound: "at most", value });

export async function costsBench(bed: BenchFolders): Promise<Measurement[]> {
  const folder = await bed.folder("costs");
  const now = Date.now();
  try {
    return [...(await seed(folder, now)), ...(await reports(folder, now))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Fills the ledger and adds it up, as the job does in the background. */
async function seed(folder: string, now: number): Promise<Measurement[]> {
  seedSessions(folder, Math.ceil(calls / 200));
  const file = join(folder, "signalbox.db");
  const before = (await stat(file)).size;
  const database = openDatabase(file, pino({ level: "silent" }));
  try {
    migrateDatabase(database, { backups: null, now });
    seedCalls(database, { count: calls, now });
    database.sql.pragma("wal_checkpoint(TRUNCATE)");
    const filled = (await stat(file)).size;
    const sums = sumService({
      database,
      clock: { now: () => now },
      promptSteps,
      addUp: async (query) => addUpHours(database.sql, query),
    });
    const started = performance.now();
    await sums.refresh(new AbortController().signal);
    const tookMs = performance.now() - started;
    database.sql.pragma("wal_checkpoint(TRUNCATE)");
    const added = (await stat(file)).size;
    const perMillion = 1_000_000 / calls / 1e6;
    return [
      {
        figure: "database per million calls, without their sums",
        unit: "MB",
        measured: (filled - before) * perMillion,
        reference: null,
        against: "",
      },
      {
        figure: "database per million calls, what the sums add",
        unit: "MB",
        measured: (added - filled) * perMillion,
        reference: (filled - before) * perMillion,
        against: "the calls",
        goal: { on: "ratio", bound: "at most", value: 0.1 },
      },
      {
        figure: `adding up ${calls.toLocaleString("en")} calls from nothing`,
        unit: "ms",
        measured: tookMs,
        reference: null,
        against: "",
      },
    ];
  } finally {
    database.close();
  }
}

async function reports(folder: string, now: number): Promise<Measurement[]> {
  await using service = await startMonitored(serviceEnvironment(folder));
  using client = await plainClient(service.url);
  await client.get("/up", {});
  const rows = `${calls.toLocaleString("en")} calls`;
  // Each bound is another window, whose sums nobody has asked for.
  const year = (at: number): string => `from=${new Date(now - 364 * dayMs + at * 1_000).toISOString()}`;
  const first = await timed(client, year(0));
  await service.delays();
  const cold: number[] = [];
  const inZone: number[] = [];
  const week: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    cold.push(await timed(client, year(round)));
    inZone.push(await timed(client, `${year(round)}&timezone=America/Los_Angeles`));
    week.push(await timed(client, `from=${new Date(now - 7 * dayMs + round * 1_000).toISOString()}`));
  }
  const coldDelay = (await service.delays()).max;
  const kept: number[] = [];
  for (let round = 0; round < 4 * rounds; round += 1) kept.push(await timed(client, "days=365"));
  const keptDelay = (await service.delays()).max;
  const figure = (name: string, measured: number, goal?: Goal): Measurement => ({
    figure: name,
    unit: "ms",
    measured,
    reference: null,
    against: "",
    ...(goal && { goal }),
  });
  return [
    figure(`costs of a year, ${rows}, first after a start`, first),
    figure(`costs of a year, ${rows}`, median(cold), atMost(150)),
    figure(`costs of a year by days of another time zone, ${rows}`, median(inZone), atMost(150)),
    figure(`costs of a week, ${rows}`, median(week), atMost(150)),
    figure("the same costs of a year again", median(kept), atMost(5)),
    figure("longest delay of the event loop while costs are added up", coldDelay, atMost(20)),
    figure("longest delay of the event loop while they are only sent", keptDelay, atMost(20)),
  ];
}

async function timed(client: PlainClient, query: string): Promise<number> {
  const started = performance.now();
  await client.get(`/api/v1/costs?${query}`, { "x-api-key": benchKey });
  return performance.now() - started;
}
