/** How long the list of sessions is waited for while eight agents stream their answers. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { startScriptedModel } from "../../server/scripted-model/index.ts";
import { makeGitRepository } from "../support/repository.ts";
import { caller } from "../support/service.ts";
import type { Bed } from "./bed.ts";
import { interleaved, type Measurement } from "./measurement.ts";
import { startServiceProcess } from "./server-process.ts";
import { benchKey, serviceEnvironment } from "./service-environment.ts";
import { streamingSessions, whileStreaming } from "./streaming.ts";

const requests = 400;
const seconds = 10;
const rounds = 3;
/** They are listed apart from those that stream, whose prompts are long, so that every answer is of one size. */
const listed = { runtime: "codex", count: 25 };

export async function listUnderLoadBench(bed: Bed): Promise<Measurement[]> {
  const model = await startScriptedModel();
  const repository = await makeGitRepository(await bed.folder("repository"));
  try {
    await using service = await startServiceProcess(
      serviceEnvironment(await bed.folder("list"), { modelUrl: model.url }),
    );
    const p99 = () => listP99(service.url);
    const work = { url: service.url, model, repository, seconds };
    const create = { agent_runtime: listed.runtime, git_root: repository, title: "Ordinary" };
    for (let n = 0; n < listed.count; n++) await caller(service.url, benchKey)("POST", "/sessions", create);
    const { idle, burning, streaming } = await interleaved(rounds, {
      idle: p99,
      burning: () => whileBurning(p99),
      streaming: () => whileStreaming(work, p99),
    });
    const figure = `GET /sessions p99, ${streamingSessions} sessions streaming`;
    return [
      {
        figure,
        unit: "ms",
        measured: streaming,
        reference: idle,
        against: "the same request, idle",
        goal: { on: "ratio", bound: "at most", value: 2 },
      },
      // What of it is the agents' own use of the processors, whoever serves.
      {
        figure,
        unit: "ms",
        measured: streaming,
        reference: burning,
        against: "the same, no session, each processor busy",
      },
    ];
  } finally {
    await model.close();
  }
}

/** What `watch` gives while as many processes as there are processors compute without end. */
async function whileBurning(watch: () => Promise<number>): Promise<number> {
  const loops = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ["--eval", "for (;;);"], { stdio: "ignore" }),
  );
  try {
    await Promise.all(loops.map((loop) => once(loop, "spawn")));
    return await watch();
  } finally {
    for (const loop of loops) loop.kill("SIGKILL");
  }
}

/** One after the other, as one reader asks. */
async function listP99(url: string): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < requests; n++) {
    const started = performance.now();
    const answer = await fetch(`${url}/api/v1/sessions?agent_runtime=${listed.runtime}`, {
      headers: { "x-api-key": benchKey },
    });
    await answer.text();
    times.push(performance.now() - started);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(requests * 0.99)] ?? 0;
}
