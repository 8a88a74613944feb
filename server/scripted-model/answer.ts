import type { Conversation } from "./conversation.ts";
import { eventStream } from "./event-stream.ts";
import { type Answer, type Exchange, sendJson, startAnswer } from "./exchange.ts";
import { perform } from "./perform.ts";
import { isSettingOp, type Op, type Step } from "./script.ts";
import { needsSearch } from "./tool-calls.ts";

const FAULT_OPS: ReadonlySet<Op> = new Set(["error", "limit", "stream_error", "disconnect", "hang"]);

/** Performs `steps` as one model answer. Returns whether it was given whole. Rejects with the signal's reason when the client disconnects. */
export async function giveAnswer(exchange: Exchange, steps: readonly Step[]): Promise<boolean> {
  const { frame, response } = exchange;
  const stream = eventStream(response, exchange.signal);
  const answer: Answer = {
    ...exchange,
    stream,
    writer: exchange.dialect.writer(frame, stream),
    headers: { "request-id": frame.requestId, "x-request-id": frame.requestId },
    parts: [],
    started: false,
  };
  for (const [position, step] of stepsOfThisRequest(steps, exchange.conversation).entries()) {
    exchange.signal.throwIfAborted();
    if (FAULT_OPS.has(step.op) && !exchange.isDue(step, position)) continue;
    if ((await perform(answer, step)) === "ended") return false;
  }
  startAnswer(answer);
  if (answer.streamed) answer.writer.end();
  else sendJson(answer, { status: 200, headers: {}, body: exchange.dialect.whole(frame, answer.parts) });
  return true;
}

/** If a tool must be searched for, performs only the search: the client then requests the same answer again. */
function stepsOfThisRequest(steps: readonly Step[], conversation: Conversation): readonly Step[] {
  const search = steps.find((step) => needsSearch(step, conversation));
  return search ? steps.filter((step) => step === search || isSettingOp(step.op)) : steps;
}
