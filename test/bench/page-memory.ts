/** How much memory an open page keeps: an hour of an agent's work, replayed in a minute or two, then twenty other sessions. */
import type { CDPSession, Page } from "playwright-core";
import type { Session } from "../../server/domains/sessions/sessions/model.ts";
import { startScriptedModel } from "../../server/scripted-model/index.ts";
import { makeGitRepository } from "../support/repository.ts";
import { atRest, caller, waitForSession } from "../support/service.ts";
import type { BenchFolders } from "./bench-folders.ts";
import { launch } from "./launch.ts";
import type { Measurement } from "./measurement.ts";
import { startServiceProcess } from "./server-process.ts";
import { benchKey, serviceEnvironment } from "./service-environment.ts";

/** A model that answers and uses a tool each six seconds, in sittings of six minutes. */
const callsInAnHour = 600;
const sittings = 10;
const visited = 20;
const turnLimitMs = 180_000;

/** The memory of a page after garbage collection. */
interface Held {
  megabytes: number;
  nodes: number;
}

type Stages = Record<"begun" | "streamed" | "visited" | "visitedAgain", Held>;

export async function pageMemoryBench(bed: BenchFolders): Promise<Measurement[]> {
  const browser = await launch();
  if ("missing" in browser) return figures(null, browser.missing);
  const model = await startScriptedModel();
  try {
    const repository = await makeGitRepository(await bed.folder("repository"));
    await using service = await startServiceProcess(
      serviceEnvironment(await bed.folder("page-memory"), { modelUrl: model.url }),
    );
    const page = await browser.newPage({ baseURL: service.url, viewport: { width: 1280, height: 800 } });
    return figures(await stagesOf(page, agentsAt(service.url, repository)));
  } finally {
    await browser.close();
    await model.close();
  }
}

async function stagesOf(page: Page, agents: ReturnType<typeof agentsAt>): Promise<Stages> {
  const others: number[] = [];
  for (let n = 0; n < visited; n++) others.push(await agents.begin());
  const followed = await agents.begin();
  await page.goto(`/sessions/${followed}`);
  const devtools = await page.context().newCDPSession(page);
  await shown(page);
  const begun = await heldBy(devtools);
  for (let n = 0; n < sittings; n++) await agents.goOn(followed, callsInAnHour / sittings);
  const streamed = await heldBy(devtools);
  const round = [...others, followed];
  await visit(page, round);
  const once = await heldBy(devtools);
  await visit(page, round);
  return { begun, streamed, visited: once, visitedAgain: await heldBy(devtools) };
}

/** Starts sessions and waits for the end of their turns. */
function agentsAt(url: string, repository: string) {
  const call = caller(url, benchKey);
  const rested = (id: number) => waitForSession({ url, key: benchKey, id }, atRest, turnLimitMs);
  return {
    async begin(): Promise<number> {
      const body = { agent_runtime: "pi", git_root: repository, prompt: work(5) };
      const { id } = (await call<{ session: Session }>("POST", "/sessions", body)).body.session;
      await rested(id);
      return id;
    },
    async goOn(id: number, calls: number): Promise<void> {
      const { status } = await call("POST", `/sessions/${id}/follow_up`, { prompt: work(calls) });
      if (status !== 200) throw new Error(`The follow-up was answered ${status}`);
      await rested(id);
    },
  };
}

const sentence = "Looking at the next part of the parser, which keeps its place in the file. ";

/** This many answers of a few sentences, each with a command that prints a screen or two. */
const work = (calls: number): string =>
  [
    "#script drip 0.001",
    ...Array.from({ length: calls }, (_, n) => [
      `#script say ${sentence.repeat(4)}`,
      "#script and",
      `#script bash cmd=seq ${n * 1_000} ${n * 1_000 + 120}`,
    ]).flat(),
    "#script say That is all.",
  ].join("\n");

/** Like a click on a link, without reloading the page. */
async function visit(page: Page, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    await page.evaluate((path) => history.pushState(null, "", path), `/sessions/${id}`);
    await page.waitForURL(`**/sessions/${id}`);
    await shown(page);
  }
}

/** The newest row of the transcript is on the screen. */
const shown = (page: Page): Promise<void> =>
  page.getByLabel("Transcript", { exact: true }).getByText("That is all.", { exact: true }).last().waitFor();

/** Deferred work, such as the last timers of a closed page, is done before the second collection. */
async function heldBy(devtools: CDPSession): Promise<Held> {
  await devtools.send("Performance.enable");
  for (let n = 0; n < 2; n++) {
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    await devtools.send("HeapProfiler.collectGarbage");
  }
  const { metrics } = await devtools.send("Performance.getMetrics");
  const read = (name: string): number => metrics.find((one) => one.name === name)?.value ?? 0;
  return { megabytes: read("JSHeapUsedSize") / 1e6, nodes: read("Nodes") };
}

function figures(stages: Stages | null, missing?: string): Measurement[] {
  const note = missing === undefined ? {} : { note: missing };
  const pair = (
    name: string,
    { from, to, most }: { from: keyof Stages; to: keyof Stages; most: Record<keyof Held, number> },
  ): Measurement[] =>
    (["megabytes", "nodes"] as const).map((held) => ({
      figure: `page ${held === "nodes" ? "nodes" : "memory"} ${name}`,
      unit: held === "nodes" ? "nodes" : "MB",
      measured: stages?.[to][held] ?? null,
      reference: stages?.[from][held] ?? null,
      against: from === "begun" ? "the page when it was opened" : "the same page before them",
      goal: { on: "ratio", bound: "at most", value: most[held] },
      ...note,
    }));
  return [
    ...pair(`after an hour's stream of ${callsInAnHour} calls`, {
      from: "begun",
      to: "streamed",
      most: { megabytes: 2, nodes: 2 },
    }),
    ...pair(`after visiting ${visited} sessions again`, {
      from: "visited",
      to: "visitedAgain",
      most: { megabytes: 1.05, nodes: 1.05 },
    }),
  ];
}
