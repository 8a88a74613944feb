import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { readDatabase } from "../../server/db/read-only.ts";
import { atRest } from "../support/service.ts";
import { type FaultyService, startFaultyService } from "./support/faulty-service.ts";

/**
 * Creates, archives and deletes sessions with real clones for some minutes (`npm run test:soak -- 30`, `-- 30 clones`), and
 * fails unless memory, handles, the database and the rows of jobs stay flat from the second quarter to the last, and below
 * their bounds.
 */
const minutes = Number(process.argv[2] ?? 30);
const sampleMs = Math.max(2_000, (minutes * 60_000) / 120);
const atOnce = 3;
/** Without them the sessions only clone, which makes many more of them. */
const turns = process.argv[3] !== "clones";

interface Sample {
  minute: number;
  sessions: number;
  memoryMb: number;
  handles: number;
  databaseMb: number;
  jobs: number;
}

/** How much more the last quarter may have than the second one, and how much it may have at all. */
const bounds = { memoryMb: 40, handles: 20, databaseMb: 4, jobs: 20 } as const;
const most = { memoryMb: 320, handles: 200, databaseMb: 16, jobs: 150 } as const;

function sample(service: FaultyService, since: number, sessions: number): Sample {
  const { pid } = service.process();
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const database = databaseOf(service);
  return {
    minute: Number(((Date.now() - since) / 60_000).toFixed(1)),
    sessions,
    memoryMb: Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024),
    handles: readdirSync(`/proc/${pid}/fd`).length,
    databaseMb: Number((statSync(database).size / 1_024 ** 2).toFixed(1)),
    jobs: jobsIn(database),
  };
}

const jobsIn = (database: string): number =>
  readDatabase(database, (sql) => Number(sql.prepare("SELECT COUNT(*) FROM jobs").pluck().get()));

async function oneSession(service: FaultyService, gitRoot: string): Promise<void> {
  const { body } = await service.call<{ session: { id: number } }>("POST", "/sessions", {
    git_root: gitRoot,
    ...(turns ? { prompt: "#script say Done." } : { clone_only: true }),
  });
  const { id } = body.session;
  await service.waitFor(id, atRest);
  await service.call("POST", `/sessions/${id}/archive`, {});
  const { status } = await service.call("DELETE", `/sessions/${id}`);
  if (status >= 300) throw new Error(`Session ${id} could not be deleted: ${status}`);
  // The next one starts once the files of this one are gone, so that deletions cannot pile up.
  while (clones(service).length > 2 * atOnce || jobsIn(databaseOf(service)) > most.jobs / 2) await pause(100);
}

const databaseOf = ({ dataFolder }: FaultyService): string => join(dataFolder, "signalbox.db");
const clones = ({ dataFolder }: FaultyService): string[] => readdirSync(join(dataFolder, "clones"));

const average = (samples: readonly Sample[], of: keyof typeof bounds): number =>
  samples.reduce((sum, one) => sum + one[of], 0) / samples.length;

function growth(samples: readonly Sample[]): string[] {
  const quarter = Math.floor(samples.length / 4);
  const [early, late] = [samples.slice(quarter, 2 * quarter), samples.slice(-quarter)];
  return (Object.keys(bounds) as (keyof typeof bounds)[]).flatMap((of) => {
    const [before, after] = [average(early, of), average(late, of)];
    process.stdout.write(
      `${of}: ${before.toFixed(1)} in the second quarter, ${after.toFixed(1)} in the last\n`,
    );
    return [
      ...(after - before > bounds[of] ? [`${of} grew by ${(after - before).toFixed(1)}`] : []),
      ...(after > most[of] ? [`${of} is ${after.toFixed(1)}, more than ${most[of]}`] : []),
    ];
  });
}

const folder = mkdtempSync(join(tmpdir(), "signalbox-soak-"));
const environment = { SERVICE_MIN_FREE_MB: "0" };
const service = await startFaultyService({ folder, environment, byLauncher: true });
const samples: Sample[] = [];
let problems: string[] = [];
try {
  const repository = await service.repository();
  execFileSync("git", ["-C", repository, "gc", "--quiet"]);
  const since = Date.now();
  const until = since + minutes * 60_000;
  let sessions = 0;
  const note = (): void => {
    const one = sample(service, since, sessions);
    samples.push(one);
    process.stdout.write(`${JSON.stringify(one)}\n`);
  };
  const timer = setInterval(note, sampleMs);
  const work = async (): Promise<void> => {
    while (Date.now() < until) {
      await oneSession(service, repository);
      sessions += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  clearInterval(timer);
  problems = growth(samples);
} finally {
  await service[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exit(problems.length === 0 ? 0 : 1);
