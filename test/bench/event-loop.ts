/** How long the service's event loop is blocked while eight agents stream their answers. */
import { setTimeout as pause } from "node:timers/promises";
import { startScriptedModel } from "../../server/scripted-model/index.ts";
import { makeGitRepository } from "../support/repository.ts";
import type { BenchFolders } from "./bench-folders.ts";
import { interleaved, type Measurement } from "./measurement.ts";
import { type Monitored, startMonitored } from "./monitored.ts";
import { serviceEnvironment } from "./service-environment.ts";
import { streamingSessions, whileStreaming } from "./streaming.ts";

const watchMs = 6_000;
const rounds = 3;

export async function eventLoopBench(bed: BenchFolders): Promise<Measurement[]> {
  const model = await startScriptedModel();
  const repository = await makeGitRepository(await bed.folder("repository"));
  try {
    await using service = await startMonitored(
      serviceEnvironment(await bed.folder("event-loop"), { modelUrl: model.url }),
    );
    const watch = async (): Promise<number> => {
      await service.delays();
      await pause(watchMs);
      return (await service.delays()).p99;
    };
    const page = await followBoard(service);
    const work = { url: service.url, model, repository, seconds: watchMs / 1_000 };
    const { idle, streaming } = await interleaved(rounds, {
      idle: watch,
      streaming: () => whileStreaming(work, watch),
    });
    page.abort();
    return [
      {
        figure: `event-loop delay p99, ${streamingSessions} sessions streaming`,
        unit: "ms",
        measured: streaming,
        reference: idle,
        against: "the same monitor, idle",
        goal: { on: "measured", bound: "at most", value: 20 },
      },
    ];
  } finally {
    await model.close();
  }
}

/** Reads the board's event stream like an open page, until it is aborted. */
async function followBoard({ url, signIn }: Monitored): Promise<AbortController> {
  const stop = new AbortController();
  const feed = await fetch(`${url}/ui/v1/events`, {
    headers: await signIn(),
    signal: stop.signal,
  });
  if (feed.status !== 200) throw new Error(`The board's feed answered ${feed.status}`);
  void drain(feed).catch(() => {});
  return stop;
}

async function drain(response: Response): Promise<void> {
  for await (const piece of response.body ?? []) void piece;
}
