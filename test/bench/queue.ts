/** How many jobs a second are added, claimed and finished, each step its own commit. */
import { join } from "node:path";
import type Sqlite from "better-sqlite3";
import { pino } from "pino";
import { z } from "zod";
import { migrateDatabase } from "../../server/db/migrate.ts";
import { type Database, openDatabase } from "../../server/db/open.ts";
import { defineJob } from "../../server/jobs/definition.ts";
import { jobQueue } from "../../server/jobs/queue.ts";
import { systemClock } from "../../server/lib/clock.ts";
import type { BenchFolders } from "./bench-folders.ts";
import { interleaved, type Measurement } from "./measurement.ts";

const benchJob = defineJob("bench", z.object({ n: z.number() }), { lane: "default" });
const jobs = 2_000;
const rounds = 5;

export async function queueBench(bed: BenchFolders): Promise<Measurement[]> {
  const log = pino({ level: "silent" });
  const database = openDatabase(join(await bed.folder("queue"), "signalbox.db"), log);
  const byHand = openDatabase(join(await bed.folder("queue-by-hand"), "signalbox.db"), log);
  try {
    for (const one of [database, byHand]) migrateDatabase(one, { backups: null, now: 0 });
    const { ours, theirs } = await interleaved(rounds, {
      ours: () => perSecond(() => throughQueue(database)),
      theirs: () => perSecond(() => throughStatements(byHand.sql)),
    });
    return [
      {
        figure: "queue: jobs added, claimed and finished",
        unit: "per second",
        measured: ours,
        reference: theirs,
        against: "three statements by hand, each its own commit",
      },
    ];
  } finally {
    database.close();
    byHand.close();
  }
}

async function perSecond(work: () => void | Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (jobs / (performance.now() - started)) * 1_000;
}

async function throughQueue({ sql }: Database): Promise<void> {
  const queue = jobQueue({ sql, clock: systemClock, log: pino({ level: "silent" }), boot: "bench" });
  const finished = Promise.withResolvers<void>();
  let done = 0;
  queue.handle(benchJob, () => {
    done += 1;
    if (done === jobs) finished.resolve();
  });
  queue.start();
  for (let n = 0; n < jobs; n++) queue.add(benchJob, { n });
  await finished.promise;
  await queue.stop();
}

function throughStatements(sql: Sqlite.Database): void {
  const add = sql.prepare(
    "INSERT INTO jobs (lane, kind, payload, run_at, max_attempts, created_at) VALUES ('default', 'bench', ?, ?, 5, ?)",
  );
  const claim = sql.prepare<[number, number], { id: number; payload: string }>(`
    UPDATE jobs SET state = 'claimed', claimed_by = 'bench', claimed_at = ?, attempts = attempts + 1
    WHERE id = (SELECT id FROM jobs WHERE state = 'ready' AND lane = 'default' AND run_at <= ?
      ORDER BY priority DESC, run_at, id LIMIT 1) RETURNING id, payload`);
  const finish = sql.prepare<[number]>("DELETE FROM jobs WHERE id = ?");
  for (let n = 0; n < jobs; n++) add.run(JSON.stringify({ n }), Date.now(), Date.now());
  for (;;) {
    const job = claim.get(Date.now(), Date.now());
    if (!job) return;
    JSON.parse(job.payload);
    finish.run(job.id);
  }
}
