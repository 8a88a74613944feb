/** How long the event loop is blocked while a follow-up of the maximum size is received. */
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Session } from "../../server/domains/sessions/sessions/model.ts";
import { startScriptedModel } from "../../server/scripted-model/index.ts";
import { makeGitRepository } from "../support/repository.ts";
import { caller, waitForSession } from "../support/service.ts";
import type { BenchFolders } from "./bench-folders.ts";
import { interleaved, type Measurement } from "./measurement.ts";
import { startMonitored } from "./monitored.ts";
import { benchKey, serviceEnvironment } from "./service-environment.ts";

const bodyBytes = 110 * 1024 * 1024;
const rounds = 5;
const idleMs = 2_000;

export async function bigBodyBench(bed: BenchFolders): Promise<Measurement[]> {
  const model = await startScriptedModel();
  const repository = await makeGitRepository(await bed.folder("repository"));
  try {
    await using service = await startMonitored(
      serviceEnvironment(await bed.folder("big-body"), { modelUrl: model.url }),
    );
    const id = await busySession(service.url, repository);
    const body = largestFollowUp();
    const longest = async (work: () => Promise<unknown>): Promise<number> => {
      await service.delays();
      await work();
      return (await service.delays()).max;
    };
    const { idle, taking } = await interleaved(rounds, {
      idle: () => longest(() => pause(idleMs)),
      taking: () => longest(() => send(`${service.url}/api/v1/sessions/${id}/follow_up`, body)),
    });
    return [
      {
        figure: "event-loop delay max, follow-up of 110 MB",
        unit: "ms",
        measured: taking,
        reference: idle,
        against: "the same monitor, idle",
        goal: { on: "measured", bound: "at most", value: 50 },
      },
    ];
  } finally {
    await model.close();
  }
}

/** A session with a running turn, so that messages to it are stored and queued. */
async function busySession(url: string, repository: string): Promise<number> {
  const call = caller(url, benchKey);
  const made = await call<{ session: Session }>("POST", "/sessions", {
    agent_runtime: "pi",
    git_root: repository,
    prompt: "#script hang",
  });
  const { id } = made.body.session;
  await waitForSession({ url, key: benchKey, id }, ({ running_job_id }) => running_job_id !== null);
  return id;
}

function largestFollowUp(): Buffer {
  const empty = JSON.stringify({ prompt: "Look", attachments: [{ filename: "a.bin", data: "" }] });
  const room = Math.floor((bodyBytes - empty.length) / 4) * 4;
  const data = randomBytes((room / 4) * 3).toString("base64");
  return Buffer.from(JSON.stringify({ prompt: "Look", attachments: [{ filename: "a.bin", data }] }));
}

async function send(url: string, body: Buffer): Promise<void> {
  const headers = { "x-api-key": benchKey, "content-type": "application/json" };
  const answer = await fetch(url, { method: "POST", headers, body: new Uint8Array(body) });
  if (answer.status !== 202)
    throw new Error(`The follow-up answered ${answer.status}: ${await answer.text()}`);
  await answer.text();
}
