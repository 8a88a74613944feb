/** How long the list of sessions takes while agents stream their answers. */
import { startScriptedModel } from "../../server/scripted-model/index.ts";
import { makeGitRepository } from "../support/repository.ts";
import { caller } from "../support/service.ts";
import type { BenchFolders } from "./bench-folders.ts";
import { interleaved, type Measurement } from "./measurement.ts";
import { startServiceProcess } from "./server-process.ts";
import { benchKey, serviceEnvironment } from "./service-environment.ts";
import { whileStreaming } from "./streaming.ts";

/** Longer than the half second in which the agents start: about a thousand answers, so that p99 is not a single one. */
const watchMs = 10_000;
const rounds = 3;
const manyStreams = 16;
/** Lists only these sessions, not the streaming ones with long prompts, so that every answer has the same size. */
const listed = { runtime: "codex", count: 25 };

export async function listUnderLoadBench(bed: BenchFolders): Promise<Measurement[]> {
  const model = await startScriptedModel();
  const repository = await makeGitRepository(await bed.folder("repository"));
  try {
    await using service = await startServiceProcess({
      ...serviceEnvironment(await bed.folder("list"), { modelUrl: model.url }),
      SERVICE_AGENT_THREADS: String(manyStreams),
    });
    const p99 = () => listP99(service.url);
    const work = { url: service.url, model, repository, seconds: watchMs / 1_000 };
    const create = { agent_runtime: listed.runtime, git_root: repository, title: "Ordinary" };
    for (let n = 0; n < listed.count; n++) await caller(service.url, benchKey)("POST", "/sessions", create);
    const { idle, eight, sixteen } = await interleaved(rounds, {
      idle: p99,
      eight: () => whileStreaming({ ...work, streams: 8 }, p99),
      sixteen: () => whileStreaming({ ...work, streams: manyStreams }, p99),
    });
    const figure = (streams: number, measured: number): Measurement => ({
      figure: `GET /sessions p99, ${streams} sessions streaming`,
      unit: "ms",
      measured,
      reference: idle,
      against: "the same request, idle",
    });
    return [
      { ...figure(8, eight), goal: { on: "ratio", bound: "at most", value: 2 } },
      figure(manyStreams, sixteen),
    ];
  } finally {
    await model.close();
  }
}

/** One request after the other, like a single reader. */
async function listP99(url: string): Promise<number> {
  const times: number[] = [];
  const end = performance.now() + watchMs;
  for (let started = performance.now(); started < end; started = performance.now()) {
    const answer = await fetch(`${url}/api/v1/sessions?agent_runtime=${listed.runtime}`, {
      headers: { "x-api-key": benchKey },
    });
    await answer.text();
    times.push(performance.now() - started);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
}
