import { setTimeout as pause } from "node:timers/promises";
import type { Session } from "../../server/domains/sessions/sessions/model.ts";
import type { ScriptedModel } from "../../server/scripted-model/index.ts";
import { atRest, caller, waitForSession } from "../support/service.ts";
import { benchKey } from "./service-environment.ts";

export const streamingSessions = 8;
const sentence = "The parser keeps its place in the file, so that nothing is read twice. ";

/** 24 characters every 10 ms, the speed of a fast model. */
const drip = (seconds: number): string =>
  `#script drip 0.01\n#script say ${sentence.repeat(((seconds * 1_000) / 10 / sentence.length) * 24)}`;

/** The result of `watch` while agents write, eight by default, for at least `seconds`, without their starts and ends. */
export async function whileStreaming<Result>(
  work: { url: string; model: ScriptedModel; repository: string; seconds: number; streams?: number },
  watch: () => Promise<Result>,
): Promise<Result> {
  const { url, model, repository, streams = streamingSessions } = work;
  const call = caller(url, benchKey);
  const before = model.requests().length;
  const ids: number[] = [];
  for (let n = 0; n < streams; n++) {
    // Only ten spot sessions work at once; the first ones would end before the others begin.
    const session = {
      agent_runtime: "pi",
      git_root: repository,
      prompt: drip(work.seconds + 60),
      scheduling_class: "priority",
    };
    ids.push((await call<{ session: Session }>("POST", "/sessions", session)).body.session.id);
  }
  while (model.requests().length < before + streams) await pause(20);
  const result = await watch();
  const states = await Promise.all(ids.map((id) => waitForSession({ url, key: benchKey, id }, () => true)));
  const others = states.filter(({ status }) => status !== "running");
  if (others.length > 0)
    throw new Error(
      `Not every session streamed while it was watched: ${others.map(({ id, status, failure_detail }) => `${id} ${status} ${failure_detail ?? ""}`).join(", ")}`,
    );
  await Promise.all(ids.map((id) => call("POST", `/sessions/${id}/pause`)));
  await Promise.all(ids.map((id) => waitForSession({ url, key: benchKey, id }, atRest)));
  return result;
}
