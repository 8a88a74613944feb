/** What the health report takes beside many sessions and queued jobs, and what it holds up meanwhile. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pino } from "pino";
import { openDatabase } from "../../server/db/open.ts";
import type { BenchFolders } from "./bench-folders.ts";
import { type Goal, type Measurement, median } from "./measurement.ts";
import { startMonitored } from "./monitored.ts";
import { plainClient } from "./plain-client.ts";
import { seedSessions } from "./seed-sessions.ts";
import { benchKey, serviceEnvironment } from "./service-environment.ts";

const sessions = Number(process.env["SIGNALBOX_BENCH_SESSIONS"] ?? 100_000);
const jobs = Number(process.env["SIGNALBOX_BENCH_JOBS"] ?? 10_000);
const rounds = 40;
const lanes = ["pollers", "triggers", "inference", "maintenance", "default"];
const dayMs = 86_400_000;
const atMost = (value: number): Goal => ({ on: "measured", bound: "at most", value });

export async function healthBench(bed: BenchFolders): Promise<Measurement[]> {
  const folder = await bed.folder("health");
  try {
    seedSessions(folder, sessions);
    seedJobs(folder);
    return await reports(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Jobs that wait for tomorrow. */
function seedJobs(folder: string): void {
  const database = openDatabase(join(folder, "signalbox.db"), pino({ level: "silent" }));
  try {
    const insert = database.sql.prepare(
      `INSERT INTO jobs (lane, kind, payload, state, priority, run_at, attempts, max_attempts, created_at)
       VALUES (?, ?, '{}', 'ready', 0, ?, 0, 5, ?)`,
    );
    const now = Date.now();
    database.transaction(() => {
      for (let n = 0; n < jobs; n += 1) {
        const lane = lanes[n % lanes.length] ?? "default";
        insert.run(lane, `bench.${lane}_${n % 7}`, now + dayMs + n, now);
      }
    });
  } finally {
    database.close();
  }
}

async function reports(folder: string): Promise<Measurement[]> {
  await using service = await startMonitored(serviceEnvironment(folder));
  using client = await plainClient(service.url);
  const headers = { "x-api-key": benchKey };
  const ask = async (path: string): Promise<number> => {
    const startedAt = performance.now();
    await client.get(path, headers);
    return performance.now() - startedAt;
  };
  await ask("/api/v1/health");
  await ask("/up");
  await service.delays();
  const took: number[] = [];
  const small: number[] = [];
  for (let count = 0; count < rounds; count += 1) {
    took.push(await ask("/api/v1/health"));
    small.push(await ask("/up"));
  }
  const { max } = await service.delays();
  const rows = `${sessions.toLocaleString("en")} sessions and ${jobs.toLocaleString("en")} jobs`;
  return [
    {
      figure: `GET /health, ${rows}`,
      unit: "ms",
      measured: median(took),
      reference: median(small),
      against: "GET /up",
      goal: atMost(30),
    },
    {
      figure: `longest stall of the event loop meanwhile, ${rows}`,
      unit: "ms",
      measured: max,
      reference: null,
      against: "",
      goal: atMost(20),
    },
  ];
}
