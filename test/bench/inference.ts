/** How long the Inference page's answer takes with many accounts and a long history, and what waiting sessions cost. */
import { Agent, request } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pino } from "pino";
import { migrateDatabase } from "../../server/db/migrate.ts";
import { type Database, openDatabase } from "../../server/db/open.ts";
import type { BenchFolders } from "./bench-folders.ts";
import { idleBeside, processorOver, whyNoFigures } from "./idle.ts";
import { type Measurement, median } from "./measurement.ts";
import { startServiceProcess } from "./server-process.ts";
import { benchKey, serviceEnvironment } from "./service-environment.ts";

const accounts = 20;
const days = 90;
const requests = 200;
const warmUp = 50;
const waiting = 1_000;
/** The index of contents is built by then, and what V8 collects after a start. */
const settleMs = 30_000;
/** Has a run of each job that runs every five minutes, such as the sweep of the spot queue. */
const watchMs = 5 * 60_000;
const hourMs = 3_600_000;

export async function inferenceBench(bed: BenchFolders): Promise<Measurement[]> {
  const data = await bed.folder("inference");
  seed(data, (database) => {
    for (let n = 1; n <= accounts; n++) addAccount(database, n, 0.3);
  });
  await using service = await startServiceProcess(serviceEnvironment(data));
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const spent = async (figure: string, path: string): Promise<Measurement> => {
    const took: number[] = [];
    for (let n = 0; n < warmUp + requests; n++) took.push(await ask(service.url + path, agent));
    return {
      figure,
      unit: "ms",
      measured: median(took.slice(warmUp)),
      reference: null,
      against: "",
      goal: { on: "measured", bound: "at most", value: 20 },
      note: `median of ${requests}`,
    };
  };
  const measured = [
    await spent(`GET /inference, ${accounts} accounts, ${days} days of readings`, "/api/v1/inference"),
  ];
  agent.destroy();
  return measured;
}

/** Sessions that wait must cost what no sessions cost. */
export async function waitingIdleBench(bed: BenchFolders): Promise<Measurement[]> {
  const missing = whyNoFigures();
  const compared = {
    what: `${waiting.toLocaleString("en")} sessions in the spot queue`,
    against: "none in it",
    forMs: watchMs,
  };
  if (missing !== null) return [{ ...idleBeside(compared, null), note: missing }];
  const [none, some] = [await bed.folder("idle-empty"), await bed.folder("idle-waiting")];
  seed(none, (database) => addAccount(database, 1, 0.9));
  seed(some, (database) => {
    addAccount(database, 1, 0.9);
    for (let n = 1; n <= waiting; n++) addWaiting(database, n);
  });
  await using empty = await startServiceProcess(serviceEnvironment(none));
  await using full = await startServiceProcess(serviceEnvironment(some));
  await pause(settleMs);
  const [onEmpty, onFull] = await Promise.all([
    processorOver(watchMs, empty.pid),
    processorOver(watchMs, full.pid),
  ]);
  return [idleBeside(compared, { empty: onEmpty, full: onFull })];
}

function seed(dataFolder: string, fill: (database: Database) => void): void {
  const database = openDatabase(join(dataFolder, "signalbox.db"), pino({ level: "silent" }));
  try {
    migrateDatabase(database, { backups: null, now: Date.now() });
    database.transaction(() => fill(database));
  } finally {
    database.close();
  }
}

/** With what is kept of `days` days: each quarter of an hour for two days, then one reading an hour. */
function addAccount({ sql }: Database, n: number, used: number): void {
  const now = Date.now();
  const email = `account-${n}@example.org`;
  sql
    .prepare(
      `INSERT INTO inference_accounts (id, runtime, email, email_key, priority, is_current, kind, place, status, probed_at,
         verified_at, created_at, updated_at)
       VALUES (?, 'claude_code', ?, ?, ?, ?, 'sign_in', 'stored', 'active', ?, 1, 1, 1)`,
    )
    .run(n, email, email, n, n === 1 ? 1 : 0, now);
  const add = sql.prepare(
    `INSERT INTO account_readings (account_id, email, runtime, taken_at, trigger, plan, five_hour, seven_day)
     VALUES (?, ?, 'claude_code', ?, 'sample', 'max', ?, ?)`,
  );
  const window = (at: number, ms: number): string =>
    JSON.stringify({ utilization: used, resetAt: at + ms, status: "allowed" });
  for (let age = days * 24 * hourMs; age >= 0; age -= age > 48 * hourMs ? hourMs : hourMs / 4)
    add.run(n, email, now - age, window(now - age, 4 * hourMs), window(now - age, 100 * hourMs));
}

function addWaiting({ sql }: Database, n: number): void {
  const now = Date.now() - n;
  const { lastInsertRowid: id } = sql
    .prepare(
      `INSERT INTO sessions (title, status, waiting_kind, waiting_since, agent_runtime, branch, model, precedence, genesis,
         git_root, last_touched_at, created_at, updated_at)
       VALUES (?, 'waiting', 'spot_queue', ?, 'claude_code', 'main', 'bench', ?, 'api', 'https://git.example/acme/service.git', ?, ?, ?)`,
    )
    .run(`Waits ${n}`, now, n % 17, now, now, now);
  sql
    .prepare("INSERT INTO turns (session_id, kind, state, created_at) VALUES (?, 'start', 'queued', ?)")
    .run(id, now);
  sql
    .prepare(
      "INSERT INTO spot_records (session_id, state, why, since) VALUES (?, 'held', 'at_utilization_limit', ?)",
    )
    .run(id, now);
}

/** In ms, up to the last byte of the answer. */
function ask(url: string, agent: Agent): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, headers: { "x-api-key": benchKey } }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`${url}: ${response.statusCode}`));
      response.resume().once("end", () => resolve(performance.now() - started));
    });
    asked.once("error", reject).end();
  });
}
