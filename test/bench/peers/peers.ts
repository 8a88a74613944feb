/** Signalbox beside the programs that engineers would use instead of it, measured in one run. */
import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import type { Browser } from "playwright-core";
import type { BenchFolders } from "../bench-folders.ts";
import { launch } from "../launch.ts";
import { interleaved, type Measurement, median } from "../measurement.ts";
import { type ApiRequest, type Contender, peers, type Running, signalbox } from "./contenders.ts";
import { installPeers } from "./install.ts";

const rounds = 3;
const requests = 200;
const warmUp = 100;
/** By then a process has collected its garbage after the start. */
const settleMs = 15_000;

interface Figure {
  name: string;
  unit: Measurement["unit"];
  goal?: number;
}

const figures = {
  ready: { name: "README's command to the first answer", unit: "ms", goal: 700 },
  resident: { name: "memory of all processes at rest", unit: "MB", goal: 100 },
  create: { name: "create, one after another", unit: "ms", goal: 1.5 },
  list: { name: "list of 100", unit: "ms", goal: 2 },
  listSize: { name: "list of 100, on the wire", unit: "KB", goal: 40 },
  read: { name: "read", unit: "ms", goal: 0.8 },
  page: { name: "page of 100 sessions, first content", unit: "ms" },
} satisfies Record<string, Figure>;

/** null where it could not be measured. */
type Result = Record<keyof typeof figures, number | null>;

export async function peersBench(bed: BenchFolders): Promise<Measurement[]> {
  const problem = process.platform === "linux" ? await installPeers() : "memory is read from /proc";
  const contenders = problem === null ? [signalbox, ...peers] : [signalbox];
  const homes = new Map<string, string>();
  for (const { name } of contenders) homes.set(name, await bed.folder("peer"));
  const start = (contender: Contender) => contender.start(homes.get(contender.name) ?? "");
  // The first start of each makes its folders and caches.
  for (const contender of contenders) await readyMs(start, contender);
  const ready = await interleaved(
    rounds,
    Object.fromEntries(contenders.map((one) => [one.name, () => readyMs(start, one)])),
  );
  const browser = await launch();
  const results = new Map<string, Result>();
  for (const contender of contenders) {
    await using running = await start(contender);
    results.set(contender.name, {
      ready: ready[contender.name] ?? null,
      ...(await measure(running, "missing" in browser ? null : browser)),
    });
  }
  if (!("missing" in browser)) await browser.close();
  return measurements(results, problem);
}

async function readyMs(start: (one: Contender) => Promise<Running>, contender: Contender): Promise<number> {
  await using running = await start(contender);
  return running.readyMs;
}

async function measure(running: Running, browser: Browser | null): Promise<Omit<Result, "ready">> {
  await new Promise((done) => setTimeout(done, settleMs));
  const resident = await running.residentMb();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (wanted: ApiRequest) => askOnce(running, agent, wanted);
  const create = await typicalMs(() => ask(running.create));
  const { text: created } = await ask(running.create);
  const list = await typicalMs(() => ask(running.list));
  const listed = await bytesOnTheWire(running, running.list);
  const read = await typicalMs(() => ask(running.read(running.idOf(JSON.parse(created)))));
  agent.destroy();
  const page = browser && (await firstContentMs(running, browser));
  return { resident, create, list, listSize: listed / 1_000, read, page };
}

async function typicalMs(ask: () => Promise<{ ms: number }>): Promise<number> {
  const took: number[] = [];
  for (let n = 0; n < warmUp + requests; n++) took.push((await ask()).ms);
  return median(took.slice(warmUp));
}

/** The time up to the last byte of the answer. */
function askOnce(
  { url, headers }: Running,
  agent: Agent,
  { method, path, body }: ApiRequest,
): Promise<{ ms: number; text: string }> {
  const started = performance.now();
  const sent = body && JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const type = sent === undefined ? {} : { "content-type": "application/json" };
    request(url + path, { agent, method, headers: { ...headers, ...type } }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      response.once("end", () =>
        (response.statusCode ?? 500) < 300
          ? resolve({ ms: performance.now() - started, text })
          : reject(new Error(`${method} ${url}${path}: ${response.statusCode} ${text.slice(0, 200)}`)),
      );
    })
      .once("error", reject)
      .end(sent);
  });
}

/** Of the answer's body, compressed where the server does that for a client that asks for it, as browsers do. */
async function bytesOnTheWire({ url, headers }: Running, { method, path }: ApiRequest): Promise<number> {
  const asking = request(url + path, { method, headers: { ...headers, "accept-encoding": "gzip, br" } });
  const [response] = (await once(asking.end(), "response")) as [IncomingMessage];
  let bytes = 0;
  for await (const piece of response) bytes += (piece as Buffer).length;
  return bytes;
}

/** The median over new tabs of a browser that has the files cached. */
async function firstContentMs({ url, page }: Running, browser: Browser): Promise<number | null> {
  if (page === null) return null;
  const context = await browser.newContext();
  try {
    await context.addInitScript((storage) => {
      for (const [key, value] of Object.entries(storage)) localStorage.setItem(key, value);
    }, page.storage);
    const took: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      const tab = await context.newPage();
      await tab.goto(url + page.path, { waitUntil: "load" });
      const painted = await tab.waitForFunction(
        () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
      );
      took.push(Number(await painted.jsonValue()));
      await tab.close();
    }
    return median(took.slice(1));
  } finally {
    await context.close();
  }
}

/** A line per figure and peer, so that each has its ratio. */
function measurements(results: ReadonlyMap<string, Result>, problem: string | null): Measurement[] {
  const ours = results.get(signalbox.name);
  const others = [...results].filter(([name]) => name !== signalbox.name);
  return (Object.entries(figures) as [keyof Result, Figure][]).flatMap(([key, { name, unit, goal }]) => {
    const line = {
      figure: name,
      unit,
      measured: ours?.[key] ?? null,
      ...(goal !== undefined && {
        goal: { on: "measured" as const, bound: "at most" as const, value: goal },
      }),
    };
    if (others.length === 0) return [{ ...line, reference: null, against: "", note: problem ?? "" }];
    return others.map(([peer, result]) => ({ ...line, reference: result[key], against: peer }));
  });
}
