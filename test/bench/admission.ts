/** How long one pass over the spot queue takes with 10,000 sessions in it. Every slot is taken. */
import { join } from "node:path";
import { pino } from "pino";
import { migrateDatabase } from "../../server/db/migrate.ts";
import { type Database, openDatabase } from "../../server/db/open.ts";
import { appSettingService } from "../../server/domains/owner/app-settings/index.ts";
import { type AdmissionService, admissionService } from "../../server/domains/scheduling/admission/index.ts";
import { systemClock } from "../../server/lib/clock.ts";
import type { BenchFolders } from "./bench-folders.ts";
import { type Measurement, median } from "./measurement.ts";

const held = 10_000;
const rounds = 50;
const goalMs = 10;
const priorityGenesis = ["web_ui", "chat", "unknown"];

export async function admissionBench(bed: BenchFolders): Promise<Measurement[]> {
  const database = openDatabase(
    join(await bed.folder("admission"), "signalbox.db"),
    pino({ level: "silent" }),
  );
  try {
    migrateDatabase(database, { backups: null, now: 0 });
    fill(database);
    const admission = service(database);
    const spent = (figure: string, work: () => void): Measurement => ({
      figure: `admission: ${figure}`,
      unit: "ms",
      measured: median(times(work)),
      reference: null,
      against: "",
      goal: { on: "measured", bound: "at most", value: goalMs },
    });
    return [
      spent("a pass over 10,000 held sessions", () => void admission.pass()),
      spent("the same after the class of an origin changed", () => admission.sweep()),
    ];
  } finally {
    database.close();
  }
}

function times(work: () => void): number[] {
  return Array.from({ length: rounds }, () => {
    const started = performance.now();
    work();
    return performance.now() - started;
  });
}

/** Every slot is taken, and the others wait. */
function fill({ sql, transaction }: Database): void {
  const add = sql.prepare(
    `INSERT INTO sessions (title, status, waiting_kind, waiting_since, agent_runtime, branch, model, precedence,
      last_touched_at, created_at, updated_at) VALUES (?, ?, ?, ?, 'claude_code', 'main', 'bench', ?, ?, ?, ?)`,
  );
  const hold = sql.prepare(
    "INSERT INTO spot_records (session_id, state, why, since) VALUES (?, 'held', 'fleet_at_cap', ?)",
  );
  transaction(() => {
    for (let n = 0; n < 10; n++) add.run(`Runs ${n}`, "running", null, null, 0, n, n, n);
    for (let n = 0; n < held; n++) {
      const { lastInsertRowid } = add.run(`Waits ${n}`, "waiting", "spot_queue", n, n % 17, n, n, n);
      hold.run(lastInsertRowid, n);
    }
  });
}

function service(database: Database): AdmissionService {
  const clock = systemClock;
  return admissionService({
    database,
    clock,
    log: pino({ level: "silent" }),
    settings: appSettingService({ database, clock }),
    jobs: { add: () => 0, setPriority: () => true },
    sessions: {
      byId: () => undefined,
      classOf: ({ schedulingClass, genesis }) =>
        schedulingClass ?? (priorityGenesis.includes(genesis) ? "priority" : "spot"),
    },
    sessionLog: { note: () => {}, changed: () => {} },
    quota: { reading: () => null, rate: () => null, serves: () => null },
    budgets: { hold: () => null },
    workerSlots: 8,
    firstRuntime: "claude_code",
    priorityGenesis: () => priorityGenesis,
    admit: () => false,
    yieldTurn: () => Promise.resolve(false),
  });
}
