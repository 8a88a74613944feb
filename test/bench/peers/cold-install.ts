/** What a newcomer waits for and gives room to: each program from its package, with npm's cache empty, and our demo from a clone. */
import { execFile } from "node:child_process";
import { mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { version } from "../../../server/version.ts";
import type { BenchFolders } from "../bench-folders.ts";
import type { Goal, Measurement } from "../measurement.ts";
import { type Contender, peers, signalbox } from "./contenders.ts";
import { personsPath, withInstallScripts } from "./install.ts";

const run = promisify(execFile);
const checkout = join(import.meta.dirname, "../../..");
const limitMs = 900_000;

interface Installed {
  /** To the first answer. */
  seconds: number;
  megabytes: number;
}

export async function installBench(bed: BenchFolders): Promise<Measurement[]> {
  await run("npm", ["run", "pack"], { cwd: checkout, timeout: limitMs });
  const ours = await fromPackage(bed, signalbox);
  const measurements: Measurement[] = [];
  for (const peer of peers) {
    const theirs = await fromPackage(bed, peer).catch(() => null);
    measurements.push(
      ...lines("package to the first answer", { ours, theirs, against: peer.name, goal: { s: 20, mb: 250 } }),
    );
  }
  const demo = await fromClone(bed, []);
  const whole = await fromClone(bed, ["strings", "--count"]);
  return [
    ...measurements,
    ...lines("`npm run demo` on a fresh clone", {
      ours: demo,
      theirs: whole,
      against: "with the packages of tests and checks",
      goal: { ratio: 0.5 },
    }),
  ];
}

function lines(
  figure: string,
  of: {
    ours: Installed;
    theirs: Installed | null;
    against: string;
    goal: { s: number; mb: number } | { ratio: number };
  },
): Measurement[] {
  const { ours, theirs, against, goal } = of;
  const bound = (value: number): Goal =>
    "ratio" in goal
      ? { on: "ratio", bound: "at most", value: goal.ratio }
      : { on: "measured", bound: "at most", value };
  const [mostSeconds, mostMegabytes] = "ratio" in goal ? [0, 0] : [goal.s, goal.mb];
  return [
    {
      figure,
      unit: "ms",
      measured: ours.seconds * 1_000,
      reference: theirs && theirs.seconds * 1_000,
      against,
      goal: bound(mostSeconds * 1_000),
    },
    {
      figure: `${figure}, disk`,
      unit: "MB",
      measured: ours.megabytes,
      reference: theirs && theirs.megabytes,
      against,
      goal: bound(mostMegabytes),
    },
  ];
}

/** Nothing that npm has fetched before helps. */
async function emptyMachine(bed: BenchFolders): Promise<{ folder: string; environment: NodeJS.ProcessEnv }> {
  const folder = await bed.folder("newcomer");
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^npm_(?:lifecycle|package)_/i.test(name),
  );
  return {
    folder,
    environment: {
      ...Object.fromEntries(inherited),
      PATH: personsPath,
      npm_config_cache: join(folder, "cache"),
      npm_config_update_notifier: "false",
    },
  };
}

async function fromPackage(bed: BenchFolders, contender: Contender): Promise<Installed> {
  const { folder, environment } = await emptyMachine(bed);
  const programs = join(folder, "programs");
  const home = join(folder, "home");
  for (const path of [programs, home]) await mkdir(path);
  const name = contender.published ?? join(checkout, `dist/signalbox-${version}.tgz`);
  const scripts = contender.published === null ? [] : [`--allow-scripts=${withInstallScripts.join(",")}`];
  const started = performance.now();
  await run(
    "npm",
    ["install", "--global", "--prefix", programs, name, ...scripts, "--no-audit", "--no-fund"],
    { cwd: folder, env: environment, timeout: limitMs },
  );
  await using _ = await contender.start(home, join(programs, "bin"));
  return { seconds: (performance.now() - started) / 1_000, megabytes: await megabytesIn(programs) };
}

/** `before` is a task of the project that sets up more than the demo needs. */
async function fromClone(bed: BenchFolders, before: readonly string[]): Promise<Installed> {
  const { folder, environment } = await emptyMachine(bed);
  const clone = join(folder, "signalbox");
  await run("git", ["clone", "--quiet", checkout, clone]);
  const options = { cwd: clone, env: environment, timeout: limitMs, maxBuffer: 2 ** 26 };
  const started = performance.now();
  if (before.length > 0) await run(process.execPath, ["build/run.mjs", ...before], options);
  await run("npm", ["run", "demo", "--", "--exit"], options);
  return { seconds: (performance.now() - started) / 1_000, megabytes: await megabytesIn(clone) };
}

/** What the files take on the disk, in MB (10^6 bytes); a file with several names counts once. */
async function megabytesIn(folder: string): Promise<number> {
  const seen = new Set<number>();
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const about = await stat(join(entry.parentPath, entry.name));
    if (seen.has(about.ino)) continue;
    seen.add(about.ino);
    bytes += about.blocks * 512;
  }
  return bytes / 1e6;
}
