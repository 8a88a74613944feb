import { readdir, readFile } from "node:fs/promises";
/** What an idle service costs. */
import { setTimeout as pause } from "node:timers/promises";
import type { BenchFolders } from "./bench-folders.ts";
import { storedSessions } from "./bench-folders.ts";
import { type Measurement, median } from "./measurement.ts";
import { type ServerProcess, startBareProcess, startServiceProcess } from "./server-process.ts";
import { serviceEnvironment } from "./service-environment.ts";

/** About ten seconds after the last work V8 collects garbage again; only then is a process idle. */
const settleMs = 15_000;
const watchMs = 20_000;
const rounds = 3;

interface Idle {
  residentMb: number;
  /** In percent of one core. */
  processor: number;
}

export async function idleBench(bed: BenchFolders): Promise<Measurement[]> {
  const missing = whyNoFigures();
  if (missing !== null) return figures(null, missing);
  const empty = serviceEnvironment(await bed.folder("idle"));
  const full = serviceEnvironment(await bed.seeded("idle"));
  const bare: Idle[] = [];
  const onEmpty: Idle[] = [];
  const onFull: Idle[] = [];
  // In parallel: idle processes hardly affect each other, and a round takes as long as its slowest.
  for (let round = 0; round < rounds; round++) {
    const found = await Promise.all([
      watch(startBareProcess),
      watch(() => startServiceProcess(empty)),
      watch(() => startServiceProcess(full)),
    ]);
    bare.push(found[0]);
    onEmpty.push(found[1]);
    onFull.push(found[2]);
  }
  return figures({ bare: typical(bare), onEmpty: typical(onEmpty), onFull: typical(onFull) });
}

const typical = (all: readonly Idle[]): Idle => ({
  residentMb: median(all.map((one) => one.residentMb)),
  processor: median(all.map((one) => one.processor)),
});

/** What a service that has something in it uses at rest, beside one that has not. */
export const idleBeside = (
  { what, against, forMs }: { what: string; against: string; forMs: number },
  used: { empty: number; full: number } | null,
): Measurement => ({
  figure: `idle processor time over ${forMs / 60_000} minutes, ${what}`,
  unit: "% of a core",
  measured: used?.full ?? null,
  reference: used?.empty ?? null,
  against,
  goal: { on: "ratio", bound: "at most", value: 1.1 },
});

/** What a server that nobody asks anything uses. */
async function watch(start: () => Promise<ServerProcess>): Promise<Idle> {
  await using server = await start();
  await pause(settleMs);
  const resident = await residentMb(server.pid);
  return { residentMb: resident, processor: await processorOver(watchMs, server.pid) };
}

/** What a process uses in this time, in percent of one core. */
export async function processorOver(forMs: number, pid: number): Promise<number> {
  const before = await processorMsByThread(pid);
  await pause(forMs);
  const after = await processorMsByThread(pid);
  const used = [...after].reduce((sum, [thread, ms]) => sum + ms - (before.get(thread) ?? 0), 0);
  return (used / forMs) * 100;
}

function figures(idle: { bare: Idle; onEmpty: Idle; onFull: Idle } | null, missing?: string): Measurement[] {
  const figure = (name: string, key: keyof Idle, which: "onEmpty" | "onFull"): Measurement => ({
    figure: name,
    unit: key === "processor" ? "% of a core" : "MB",
    measured: idle?.[which][key] ?? null,
    reference: idle?.bare[key] ?? null,
    against: "Express and better-sqlite3 alone",
    goal: { on: "measured", bound: "at most", value: key === "processor" ? 0.5 : 100 },
    ...(missing !== undefined && { note: missing }),
  });
  return [
    figure("idle memory, empty data folder", "residentMb", "onEmpty"),
    figure(`idle memory, ${storedSessions.toLocaleString("en")} sessions`, "residentMb", "onFull"),
    figure(`idle processor time over ${watchMs / 1_000} s`, "processor", "onFull"),
  ];
}

/** Resident memory in MB (10^6 bytes). */
async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return (Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1_024) / 1e6;
}

/**
 * Processor time of each thread so far, in milliseconds; more precise than the clock ticks of `stat`. One that ends takes its time
 * along, so a sum would shrink.
 */
async function processorMsByThread(pid: number): Promise<Map<string, number>> {
  const threads = await readdir(`/proc/${pid}/task`);
  const figures = await Promise.all(
    threads.map(async (thread) => {
      const text = await readFile(`/proc/${pid}/task/${thread}/schedstat`, "utf8").catch(() => "0");
      return [thread, Number(text.split(" ", 1)[0]) / 1e6] as const;
    }),
  );
  return new Map(figures);
}

/** null if /proc can be read; otherwise a sentence that says what is missing. */
export const whyNoFigures = (): string | null =>
  process.platform === "linux" ? null : "memory and processor time are read from /proc, which only Linux has";
