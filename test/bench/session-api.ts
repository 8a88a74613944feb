/** Throughput of creating, listing and reading sessions, compared with a bare handler that answers the same bytes. */
import { join } from "node:path";
import { type BenchFolders, storedSessions } from "./bench-folders.ts";
import { answersPerSecond, type Load } from "./load.ts";
import { interleaved, type Measurement } from "./measurement.ts";
import { startServer, startServiceProcess } from "./server-process.ts";
import { benchKey, serviceEnvironment } from "./service-environment.ts";

const rounds = 5;
const seconds = 3;
const warmUpSeconds = 2;
const someSession = storedSessions - 70_001;

const requests: Readonly<Record<string, Omit<Load, "url"> & { path: string }>> = {
  "create without a prompt": {
    path: "/api/v1/sessions",
    method: "POST",
    body: JSON.stringify({ agent_runtime: "pi", git_root: "https://git.example/acme/service-1.git" }),
  },
  "list of 100": { path: "/api/v1/sessions?per_page=100" },
  "read one": { path: `/api/v1/sessions/${someSession}` },
};

export async function sessionApiBench(bed: BenchFolders): Promise<Measurement[]> {
  const bareData = await bed.seeded("bare");
  await using service = await startServiceProcess(serviceEnvironment(await bed.seeded("api")));
  await using bare = await startServer(
    [join(import.meta.dirname, "bare-server.ts"), join(bareData, "signalbox.db")],
    {
      PATH: process.env["PATH"] ?? "",
    },
  );
  const measurements: Measurement[] = [];
  // Reading first: creating changes what a list answers.
  for (const [name, { path, ...request }] of Object.entries(requests).reverse()) {
    const load = (url: string): Load => ({
      ...request,
      url: url + path,
      headers: {
        "x-api-key": benchKey,
        ...(request.body !== undefined && { "content-type": "application/json" }),
      },
    });
    await insistOnSameAnswer(load(service.url), load(bare.url));
    for (const { url } of [service, bare]) await answersPerSecond(load(url), warmUpSeconds);
    const { ours, theirs } = await interleaved(rounds, {
      ours: () => answersPerSecond(load(service.url), seconds),
      theirs: () => answersPerSecond(load(bare.url), seconds),
    });
    measurements.unshift({
      figure: `${name}, ${storedSessions.toLocaleString("en")} sessions stored`,
      unit: "per second",
      measured: ours,
      reference: theirs,
      against: "bare Express and better-sqlite3, same bytes",
      goal: { on: "ratio", bound: "at least", value: 0.6 },
    });
  }
  return measurements;
}

/** The comparison is fair only if both answer the same. Two sessions created one after the other differ in their times. */
async function insistOnSameAnswer(ours: Load, theirs: Load): Promise<void> {
  const [mine, other] = [await answer(ours), await answer(theirs)];
  if (mine !== other)
    throw new Error(`The answers differ at ${ours.url}:\n${mine.slice(0, 1_500)}\n${other.slice(0, 1_500)}`);
}

async function answer({ url, ...request }: Load): Promise<string> {
  const response = await fetch(url, request);
  const text = await response.text();
  const timeless = text.replaceAll(/\d{4}-\d\d-\d\dT[\d:]{8}Z|-\d{8}-\d{4}"/g, "*");
  return `${response.status} ${response.headers.get("content-type")} ${timeless}`;
}
