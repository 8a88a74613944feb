/** What it costs the service that an agent writes one line of 300 MB to its own transcript. */
import { setTimeout as pause } from "node:timers/promises";
import type { Session } from "../../server/domains/sessions/sessions/model.ts";
import { startScriptedModel } from "../../server/scripted-model/index.ts";
import { makeGitRepository } from "../support/repository.ts";
import { atRest, caller, waitForSession } from "../support/service.ts";
import type { BenchFolders } from "./bench-folders.ts";
import type { Measurement } from "./measurement.ts";
import { type Monitored, startMonitored } from "./monitored.ts";
import { benchKey, serviceEnvironment } from "./service-environment.ts";

const lineBytes = 300_000_000;
const pingEveryMs = 5;
const settleMs = 30_000;
const limitMs = 180_000;

const file = 'f=$(ls "$PI_CODING_AGENT_DIR"/sessions/*.jsonl | head -1)';
const longLine = `#script bash cmd=${file}; head -c ${lineBytes} /dev/zero | tr '\\0' x >> "$f"; echo >> "$f"`;
const nothing = `#script bash cmd=${file}; sleep 2`;

export async function longLineBench(bed: BenchFolders): Promise<Measurement[]> {
  const model = await startScriptedModel();
  const repository = await makeGitRepository(await bed.folder("repository"));
  try {
    await using service = await startMonitored(
      serviceEnvironment(await bed.folder("long-line"), { modelUrl: model.url }),
    );
    const turn = (script: string) => playTurn(service.url, repository, `${script}\n#script say done`);
    await turn(nothing);
    await service.delays();
    const usual = await slowestAnswer(service, () => turn(nothing));
    const { rss: before, held: usuallyHeld } = await service.delays();
    const slowest = await slowestAnswer(service, async () => {
      const id = await turn(longLine);
      await checkPassed(service.url, id);
    });
    const { held } = await service.delays();
    await pause(settleMs);
    const { rss: after } = await service.delays();
    return [
      {
        figure: "GET /up at the slowest, transcript line of 300 MB",
        unit: "ms",
        measured: slowest,
        reference: usual,
        against: "the same during an ordinary turn",
        goal: { on: "measured", bound: "at most", value: 50 },
      },
      {
        figure: "main thread held at the longest, the same (its processor time)",
        unit: "ms",
        measured: held,
        reference: usuallyHeld,
        against: "the same during an ordinary turn",
        goal: { on: "measured", bound: "at most", value: 50 },
      },
      {
        figure: "memory 30 s after a transcript line of 300 MB",
        unit: "MB",
        measured: after / 1e6,
        reference: before / 1e6,
        against: "the same before it",
        goal: { on: "ratio", bound: "at most", value: 1.25 },
      },
    ];
  } finally {
    await model.close();
  }
}

export async function playTurn(url: string, repository: string, prompt: string): Promise<number> {
  const call = caller(url, benchKey);
  const made = await call<{ session: Session }>("POST", "/sessions", {
    agent_runtime: "pi",
    git_root: repository,
    prompt,
  });
  const { id } = made.body.session;
  await waitForSession({ url, key: benchKey, id }, atRest, limitMs);
  return id;
}

/** The slowest of many answers while `work` runs. */
export async function slowestAnswer({ url }: Monitored, work: () => Promise<unknown>): Promise<number> {
  const progress = { done: false };
  const finished = work().finally(() => {
    progress.done = true;
  });
  let slowest = 0;
  while (!progress.done) {
    const started = performance.now();
    const answer = await fetch(`${url}/up`);
    await answer.text();
    slowest = Math.max(slowest, performance.now() - started);
    await pause(pingEveryMs);
  }
  await finished;
  return slowest;
}

/** Fails if the line was not replaced, so that no figure comes from a line that was never read. */
async function checkPassed(url: string, id: number): Promise<void> {
  const { body } = await caller(url, benchKey)<{ transcript: string }>("GET", `/sessions/${id}/transcript`);
  if (!JSON.stringify(body).includes("A line of 300.0 MB"))
    throw new Error("The long line is not in the transcript");
}
