/** How long the list of sessions is waited for while eight agents stream their answers. */
import { startScriptedModel } from "../../server/scripted-model/index.ts";
import { makeGitRepository } from "../support/repository.ts";
import type { Bed } from "./bed.ts";
import { interleaved, type Measurement } from "./measurement.ts";
import { startServiceProcess } from "./server-process.ts";
import { benchKey, serviceEnvironment } from "./service-environment.ts";
import { streamingSessions, whileStreaming } from "./streaming.ts";

const requests = 400;
const seconds = 10;
const rounds = 3;

export async function listUnderLoadBench(bed: Bed): Promise<Measurement[]> {
  const model = await startScriptedModel();
  const repository = await makeGitRepository(await bed.folder("repository"));
  try {
    await using service = await startServiceProcess(
      serviceEnvironment(await bed.folder("list"), { modelUrl: model.url }),
    );
    const p99 = () => listP99(service.url);
    const work = { url: service.url, model, repository, seconds };
    const { idle, streaming } = await interleaved(rounds, {
      idle: p99,
      streaming: () => whileStreaming(work, p99),
    });
    return [
      {
        figure: `GET /sessions p99, ${streamingSessions} sessions streaming`,
        unit: "ms",
        measured: streaming,
        reference: idle,
        against: "the same request, idle",
        goal: { on: "ratio", bound: "at most", value: 2 },
      },
    ];
  } finally {
    await model.close();
  }
}

/** One after the other, as one reader asks. */
async function listP99(url: string): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < requests; n++) {
    const started = performance.now();
    const answer = await fetch(`${url}/api/v1/sessions`, { headers: { "x-api-key": benchKey } });
    await answer.text();
    times.push(performance.now() - started);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(requests * 0.99)] ?? 0;
}
