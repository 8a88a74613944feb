import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { readDatabase } from "../../server/db/read-only.ts";
import { runtimeIds } from "../../server/runtimes/runtime.ts";
import { makeGitRepository } from "../support/repository.ts";
import { atRest } from "../support/service.ts";
import { type FaultyService, startFaultyService } from "./support/faulty-service.ts";

/**
 * Creates, archives and deletes sessions with real clones of five repositories for some minutes, with each of the real CLIs
 * and by a trigger (`npm run test:soak -- 30`, `-- 30 clones`). Fails unless memory, handles, the database and the rows of jobs
 * stay flat after the first ten minutes (in a run of less than half an hour, after its first third), and below their bounds.
 */
const minutes = Number(process.argv[2] ?? 30);
const sampleMs = Math.max(2_000, (minutes * 60_000) / 120);
const atOnce = 3;
const repositories = 5;
const warmUpMinutes = Math.min(10, minutes / 3);
/** Without them the sessions only clone, which makes many more of them. */
const turns = process.argv[3] !== "clones";

/** A command and an answer, so that every CLI uses its tools. */
const work = "#script bash cmd=echo soaked > soaked.txt\n#script say Done.";

interface Ground {
  roots: readonly string[];
  trigger: number;
}

interface Sample {
  minute: number;
  sessions: number;
  memoryMb: number;
  handles: number;
  databaseMb: number;
  jobs: number;
}

/** How much more there may be at the end than after the first minutes, and how much at all. */
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

/** Every kind of work in turn: each CLI, and what a trigger starts. */
async function begin(service: FaultyService, ground: Ground, turn: number): Promise<number> {
  const agent_runtime = [...runtimeIds, "trigger"][turn % (runtimeIds.length + 1)];
  const git_root = ground.roots[turn % ground.roots.length];
  if (turns && agent_runtime === "trigger") {
    const fired = await service.call<{ session: { id: number } }>(
      "POST",
      `/triggers/${ground.trigger}/invoke`,
      {},
    );
    return fired.body.session.id;
  }
  const { body } = await service.call<{ session: { id: number } }>("POST", "/sessions", {
    git_root,
    ...(turns ? { agent_runtime, prompt: work } : { clone_only: true }),
  });
  return body.session.id;
}

async function oneSession(service: FaultyService, ground: Ground, turn: number): Promise<void> {
  const id = await begin(service, ground, turn);
  const { status: end } = await service.waitFor(id, atRest);
  if (end === "failed") throw new Error(`Session ${id} failed`);
  await service.call("POST", `/sessions/${id}/archive`, {});
  const { status } = await service.call("DELETE", `/sessions/${id}`);
  if (status >= 300) throw new Error(`Session ${id} could not be deleted: ${status}`);
  // The next one starts once the files of this one are gone, so that deletions cannot pile up.
  while (clones(service).length > 2 * atOnce || jobsIn(databaseOf(service)) > most.jobs / 2) await pause(100);
}

const databaseOf = ({ dataFolder }: FaultyService): string => join(dataFolder, "signalbox.db");
const clones = ({ dataFolder }: FaultyService): string[] =>
  readdirSync(join(dataFolder, "clones")).filter((name) => !name.endsWith(".start"));

const average = (samples: readonly Sample[], of: keyof typeof bounds): number =>
  samples.reduce((sum, one) => sum + one[of], 0) / samples.length;

function growth(samples: readonly Sample[]): string[] {
  const settled = samples.filter(({ minute }) => minute >= warmUpMinutes);
  const part = Math.max(1, Math.floor(settled.length / 3));
  const [early, late] = [settled.slice(0, part), settled.slice(-part)];
  return (Object.keys(bounds) as (keyof typeof bounds)[]).flatMap((of) => {
    const [before, after] = [average(early, of), average(late, of)];
    process.stdout.write(
      `${of}: ${before.toFixed(1)} after the first ${warmUpMinutes.toFixed(0)} minutes, ${after.toFixed(1)} at the end\n`,
    );
    return [
      ...(after - before > bounds[of] ? [`${of} grew by ${(after - before).toFixed(1)}`] : []),
      ...(after > most[of] ? [`${of} is ${after.toFixed(1)}, more than ${most[of]}`] : []),
    ];
  });
}

/** A catalog whose one root is a repository, for the trigger. */
function writeCatalog(folder: string): string {
  const path = join(folder, "air.json");
  const root = { display_name: "Soak", description: "Work", url: `file://${join(folder, "soaked")}` };
  writeFileSync(join(folder, "roots.json"), JSON.stringify({ soak: root }));
  writeFileSync(path, JSON.stringify({ name: "soak", roots: ["./roots.json"] }));
  return path;
}

async function prepareGround(service: FaultyService, folder: string): Promise<Ground> {
  const names = Array.from({ length: repositories }, (_, at) => `repository-${at}`);
  const roots = await Promise.all(names.map((name) => makeGitRepository(join(folder, name))));
  await makeGitRepository(join(folder, "soaked"));
  for (const root of roots) execFileSync("git", ["-C", root, "gc", "--quiet"]);
  const trigger = {
    name: "Soak",
    agent_root_name: "soak",
    prompt_template: work,
    max_sessions_per_minute: 60,
  };
  const made = await service.call<{ trigger?: { id: number } }>("POST", "/triggers", trigger);
  if (!made.body.trigger) throw new Error(`The trigger was not made: ${JSON.stringify(made.body)}`);
  return { roots, trigger: made.body.trigger.id };
}

const folder = mkdtempSync(join(tmpdir(), "signalbox-soak-"));
const environment = { SERVICE_MIN_FREE_MB: "0", SERVICE_CATALOG: writeCatalog(folder) };
const service = await startFaultyService({ folder, environment, byLauncher: true });
const samples: Sample[] = [];
let problems: string[] = [];
try {
  const ground = await prepareGround(service, folder);
  const since = Date.now();
  const until = since + minutes * 60_000;
  let sessions = 0;
  const note = (): void => {
    const one = sample(service, since, sessions);
    samples.push(one);
    process.stdout.write(`${JSON.stringify(one)}\n`);
  };
  const timer = setInterval(note, sampleMs);
  let begun = 0;
  const worker = async (): Promise<void> => {
    while (Date.now() < until) {
      await oneSession(service, ground, begun++);
      sessions += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  clearInterval(timer);
  problems = growth(samples);
} finally {
  await service[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exit(problems.length === 0 ? 0 : 1);
