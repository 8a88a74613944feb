import { setTimeout as delay } from "node:timers/promises";
import { waitForFile } from "./await-file.ts";
import { type Answer, begin, sendHead, sendJson } from "./exchange.ts";
import { errorAnswer, limitAnswer, rateHeaders } from "./limits.ts";
import { isToolOp, type Op, type Step } from "./script.ts";
import { toolCall } from "./tool-calls.ts";

/** `over`: the step itself has ended the response, cut it or left it hanging. */
type StepResult = "go on" | "over";
type Perform = (answer: Answer, step: Step) => Promise<StepResult> | StepResult;

const performers: Partial<Record<Op, Perform>> = {
  say: (answer, step) => say(answer, step.text),
  think: async (answer, step): Promise<StepResult> => {
    begin(answer);
    if (answer.streamed) await answer.writer.think(step.text);
    return "go on";
  },
  sleep: (answer, step) => pause(answer, Number(step.text) * 1000),
  wait_file: async (answer, step): Promise<StepResult> => {
    await waitForFile(step.args["path"] ?? step.text, answer.signal);
    return "go on";
  },
  drip: (answer, step) => {
    answer.stream.drip(Number(step.text));
    return "go on";
  },
  stop: (answer, step) => {
    answer.frame.stop = step.text;
    return "go on";
  },
  usage: (answer, step) => {
    const counts = Object.entries(step.args).map(([name, count]) => [name, Number(count)]);
    answer.frame.usage = { ...answer.frame.usage, ...Object.fromEntries(counts) };
    return "go on";
  },
  rate: (answer, step) => {
    Object.assign(answer.headers, rateHeaders(answer.dialect.name, step.args));
    return "go on";
  },
  error: (answer, step) => {
    sendJson(answer, errorAnswer(answer.dialect.name, step, answer.frame.requestId));
    return "over";
  },
  limit: (answer, step) => {
    sendJson(answer, limitAnswer(answer.dialect.name, step, answer.frame.requestId));
    return "over";
  },
  stream_error: (answer, step) => {
    begin(answer);
    const usual = answer.dialect.name === "anthropic" ? "overloaded_error" : "server_error";
    answer.writer.fail(step.args["type"] ?? usual, step.args["message"] ?? "scripted stream error");
    return "over";
  },
  disconnect: async (answer): Promise<StepResult> => {
    begin(answer);
    if (answer.streamed) await answer.writer.say("partial ");
    answer.response.socket?.destroy();
    return "over";
  },
  hang: (answer) => {
    if (answer.streamed && !answer.begun) sendHead(answer);
    return "over";
  },
};

/** Performs one step, as far as its answer goes. */
export function perform(answer: Answer, step: Step): Promise<StepResult> | StepResult {
  if (isToolOp(step.op)) return giveCall(answer, step);
  return performers[step.op]?.(answer, step) ?? "go on";
}

async function giveCall(answer: Answer, step: Step): Promise<StepResult> {
  const call = toolCall(step, answer.conversation);
  if (!call) return say(answer, `[no tool for ${step.op}]`);
  begin(answer);
  answer.frame.called = true;
  if (answer.streamed) await answer.writer.call(call);
  answer.parts.push({ kind: "call", call });
  return "go on";
}

async function say(answer: Answer, text: string): Promise<StepResult> {
  begin(answer);
  if (answer.streamed) await answer.writer.say(text);
  answer.parts.push({ kind: "text", text });
  return "go on";
}

async function pause(answer: Answer, ms: number): Promise<StepResult> {
  await delay(ms, undefined, { signal: answer.signal });
  return "go on";
}
