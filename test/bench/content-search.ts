/** How fast the transcript search is, compared with ripgrep on the same lines in plain files, and what its index costs. */
import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import { searchEngine } from "../../server/domains/transcripts/search/engine.ts";
import type { BenchFolders } from "./bench-folders.ts";
import { type Goal, interleaved, type Measurement } from "./measurement.ts";
import { type PlainClient, plainClient } from "./plain-client.ts";
import { seedTranscripts } from "./seed-transcripts.ts";
import { startServiceProcess } from "./server-process.ts";
import { benchKey, serviceEnvironment } from "./service-environment.ts";

const run = promisify(execFile);
const megabytes = Number(process.env["SIGNALBOX_BENCH_SEARCH_MB"] ?? 1_000);
const sessions = 2_000;
const rounds = 15;
const rare = "xyzzy-only-here-4711";

/** The first result should come before a person notices a delay. */
const atOnce: Goal = { on: "measured", bound: "at most", value: 50 };
const phrases: Readonly<Record<string, string>> = {
  "rare phrase": rare,
  "common word": "function",
  "absent phrase of common letters": "theationingtion",
  "absent identifier": "5f75acc4-0419-4baf-8e1d-b9b93e6ef7e7",
  "two letters": "qz",
};

export async function contentSearchBench(bed: BenchFolders): Promise<Measurement[]> {
  const dataFolder = await bed.folder("search");
  const plainFolder = await bed.folder("search-plain");
  const planted = { sessionId: Math.ceil(sessions / 3), line: JSON.stringify({ type: "user", text: rare }) };
  try {
    const bytes = await seedTranscripts({
      dataFolder,
      plainFolder,
      sessions,
      bytes: megabytes * 1e6,
      planted,
    });
    return [...(await buildIndex(dataFolder, bytes)), ...(await searches(dataFolder, plainFolder))];
  } finally {
    for (const folder of [dataFolder, plainFolder]) await rm(folder, { recursive: true, force: true });
  }
}

/** What the search thread does without an index, without its pauses for other work. */
async function buildIndex(dataFolder: string, textBytes: number): Promise<Measurement[]> {
  const engine = searchEngine(dataFolder, () => nextTurn());
  const before = process.cpuUsage();
  await engine.perform({ kind: "index", id: 1 });
  const { user, system } = process.cpuUsage(before);
  engine.close();
  const sizes = ["search.db", "signalbox.db"].map(
    async (name) => (await stat(join(dataFolder, name))).size / 1e6,
  );
  const [indexMb = 0, dataMb = 0] = await Promise.all(sizes);
  const textMb = textBytes / 1e6;
  return [
    {
      figure: "index of transcripts built, of processor time",
      unit: "MB/s",
      measured: textBytes / (user + system),
      reference: null,
      against: "",
    },
    {
      figure: "index of transcripts",
      unit: "MB",
      measured: indexMb,
      reference: textMb,
      against: "their text",
      goal: { on: "ratio", bound: "at most", value: 0.25 },
    },
    {
      figure: "database with transcripts",
      unit: "MB",
      measured: dataMb,
      reference: textMb,
      against: "their text",
    },
    {
      figure: `a year of heavy use: database and index of ${sessions.toLocaleString("en")} sessions`,
      unit: "MB",
      measured: dataMb + indexMb,
      reference: textMb,
      against: "the text of their transcripts",
      goal: { on: "ratio", bound: "at most", value: 1.5 },
    },
  ];
}

async function searches(dataFolder: string, plainFolder: string): Promise<Measurement[]> {
  const ripgrep = findRipgrep();
  await using service = await startServiceProcess(serviceEnvironment(dataFolder));
  using client = await plainClient(service.url);
  await client.get("/up", {}); // The cost of the client's very first request does not count.
  const measurements: Measurement[] = [
    {
      figure: "first search after a start, its thread included",
      unit: "ms",
      measured: await timed(() => search(client, rare)),
      reference: null,
      against: "",
    },
  ];
  for (const [name, needle] of Object.entries(phrases)) {
    const { ours, folding, exact } = await interleaved(rounds, {
      ours: () => timed(() => search(client, needle)),
      folding: () => timed(() => grep(ripgrep, ["-F", "-i"], { needle, folder: plainFolder })),
      exact: () => timed(() => grep(ripgrep, ["-F"], { needle, folder: plainFolder })),
    });
    const figure = `first answer on ${megabytes.toLocaleString("en")} MB: ${name}`;
    measurements.push(
      {
        figure,
        unit: "ms",
        measured: ours,
        reference: folding,
        against: "ripgrep -F -i -l on plain files, which folds case as ours does",
        ...(needle.length > 2 && { goal: atOnce }),
      },
      {
        figure,
        unit: "ms",
        measured: ours,
        reference: exact,
        against: "ripgrep -F -l on plain files",
        ...(needle === rare && { goal: { on: "ratio", bound: "at most", value: 0.05 } }),
      },
    );
  }
  return measurements;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function search(client: PlainClient, q: string): Promise<void> {
  const query = new URLSearchParams({ q, search_contents: "true", show_archived: "true" });
  const answer = await client.get(`/api/v1/sessions/search?${query}`, { "x-api-key": benchKey });
  const { sessions: found } = JSON.parse(answer) as { sessions: unknown[] };
  if (q === rare && found.length !== 1) throw new Error(`The rare phrase was found ${found.length} times`);
}

/** Exit code 1 means no match. */
async function grep(
  ripgrep: string,
  how: readonly string[],
  what: { needle: string; folder: string },
): Promise<void> {
  await run(ripgrep, [...how, "-l", what.needle, what.folder], { maxBuffer: 10e6 }).catch(
    (error: unknown) => {
      if ((error as { code?: unknown }).code !== 1) throw error;
    },
  );
}

/** The ripgrep that is bundled with the Codex CLI. */
function findRipgrep(): string {
  const clis = createRequire(join(dirname(import.meta.dirname), "clis", "package.json"));
  const vendors = join(
    dirname(clis.resolve(`@openai/codex-${process.platform}-${process.arch}/package.json`)),
    "vendor",
  );
  const [triple = ""] = readdirSync(vendors);
  return join(vendors, triple, "codex-path", process.platform === "win32" ? "rg.exe" : "rg");
}
