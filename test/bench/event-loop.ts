/** How long the service's event loop keeps others waiting while eight agents stream their answers. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Session } from "../../server/domains/sessions/model.ts";
import { type ScriptedModel, startScriptedModel } from "../../server/scripted-model/index.ts";
import { makeGitRepository } from "../support/repository.ts";
import { atRest, caller, waitForSession } from "../support/service.ts";
import type { Bed } from "./bed.ts";
import { interleaved, type Measurement } from "./measurement.ts";
import type { LoopDelays } from "./monitored-service.ts";
import { benchKey, serviceEnvironment } from "./service-environment.ts";

const sessions = 8;
const watchMs = 6_000;
const rounds = 3;
const sentence = "The parser keeps its place in the file, so that nothing is read twice. ";
/** 24 characters each 10 ms, as fast as a quick model writes, for longer than is watched. */
const prompt = `#script drip 0.01\n#script say ${sentence.repeat(((watchMs + 8_000) / 10 / sentence.length) * 24)}`;

export async function eventLoopBench(bed: Bed): Promise<Measurement[]> {
  const model = await startScriptedModel();
  const repository = await makeGitRepository(await bed.folder("repository"));
  const service = await startMonitored(
    serviceEnvironment(await bed.folder("event-loop"), { modelUrl: model.url }),
  );
  try {
    const page = await followBoard(service.url);
    const { idle, streaming } = await interleaved(rounds, {
      idle: async () => (await watch(service.child)).p99,
      streaming: () => whileStreaming({ ...service, model, repository }),
    });
    page.abort();
    return [
      {
        figure: `event-loop delay p99, ${sessions} sessions streaming`,
        unit: "ms",
        measured: streaming,
        reference: idle,
        against: "the same monitor, idle",
        goal: { on: "measured", bound: "at most", value: 20 },
      },
    ];
  } finally {
    await service.end();
    await model.close();
  }
}

async function startMonitored(environment: Record<string, string>) {
  const child = fork(join(import.meta.dirname, "monitored-service.ts"), {
    env: environment,
    stdio: "inherit",
  });
  const [{ url }] = (await once(child, "message")) as [{ url: string }];
  return {
    url,
    child,
    async end(): Promise<void> {
      const exit = once(child, "exit");
      child.disconnect();
      await exit;
    },
  };
}

async function delaysSinceLast(child: ChildProcess): Promise<LoopDelays> {
  const answer = once(child, "message");
  child.send("delays");
  const [delays] = (await answer) as [LoopDelays];
  return delays;
}

async function watch(child: ChildProcess): Promise<LoopDelays> {
  await delaysSinceLast(child);
  await pause(watchMs);
  return delaysSinceLast(child);
}

/** p99 while all of them write; their starts and ends are not part of it. */
async function whileStreaming(work: {
  url: string;
  child: ChildProcess;
  model: ScriptedModel;
  repository: string;
}): Promise<number> {
  const { url, child, model, repository } = work;
  const call = caller(url, benchKey);
  const before = model.requests().length;
  const ids: number[] = [];
  for (let n = 0; n < sessions; n++) {
    const session = { agent_runtime: "pi", git_root: repository, prompt };
    ids.push((await call<{ session: Session }>("POST", "/sessions", session)).body.session.id);
  }
  while (model.requests().length < before + sessions) await pause(20);
  const { p99 } = await watch(child);
  const states = await Promise.all(ids.map((id) => waitForSession({ url, key: benchKey, id }, () => true)));
  if (states.some(({ status }) => status !== "running"))
    throw new Error("A session ended before it was watched");
  await Promise.all(ids.map((id) => call("POST", `/sessions/${id}/pause`)));
  await Promise.all(ids.map((id) => waitForSession({ url, key: benchKey, id }, atRest)));
  return p99;
}

/** Reads the board's feed as an open page does, until it is aborted. */
async function followBoard(url: string): Promise<AbortController> {
  const page = await fetch(url, { headers: { accept: "text/html" } });
  const cookie = page.headers.get("set-cookie")?.split(";", 1)[0] ?? "";
  const stop = new AbortController();
  const feed = await fetch(`${url}/ui/v1/events`, { headers: { cookie }, signal: stop.signal });
  if (feed.status !== 200) throw new Error(`The board's feed answered ${feed.status}`);
  void drain(feed).catch(() => {});
  return stop;
}

async function drain(response: Response): Promise<void> {
  for await (const piece of response.body ?? []) void piece;
}
