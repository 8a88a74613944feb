import { setTimeout as delay } from "node:timers/promises";
import { type Answer, sendHead, sendJson, startAnswer } from "./exchange.ts";
import { errorAnswer, limitAnswer, rateHeaders } from "./limits.ts";
import { isToolOp, type Op, type Step } from "./script.ts";
import { toolCall } from "./tool-calls.ts";
import { waitForFile } from "./wait-for-file.ts";

/** `ended`: the step has finished, cut or suspended the response itself. */
type StepResult = "continue" | "ended";
type StepHandler = (answer: Answer, step: Step) => Promise<StepResult> | StepResult;

const stepHandlers: Partial<Record<Op, StepHandler>> = {
  say: (answer, step) => say(answer, step.text),
  think: async (answer, step): Promise<StepResult> => {
    startAnswer(answer);
    if (answer.streamed) await answer.writer.think(step.text);
    return "continue";
  },
  sleep: (answer, step) => pause(answer, Number(step.text) * 1000),
  wait_file: async (answer, step): Promise<StepResult> => {
    await waitForFile(step.args["path"] ?? step.text, answer.signal);
    return "continue";
  },
  drip: (answer, step) => {
    answer.stream.drip(Number(step.text));
    return "continue";
  },
  stop: (answer, step) => {
    answer.frame.stop = step.text;
    return "continue";
  },
  usage: (answer, step) => {
    const counts = Object.entries(step.args).map(([name, count]) => [name, Number(count)]);
    answer.frame.usage = { ...answer.frame.usage, ...Object.fromEntries(counts) };
    return "continue";
  },
  rate: (answer, step) => {
    Object.assign(answer.headers, rateHeaders(answer.dialect.name, step.args));
    return "continue";
  },
  error: (answer, step) => {
    sendJson(answer, errorAnswer(answer.dialect.name, step, answer.frame.requestId));
    return "ended";
  },
  limit: (answer, step) => {
    sendJson(answer, limitAnswer(answer.dialect.name, step, answer.frame.requestId));
    return "ended";
  },
  stream_error: (answer, step) => {
    startAnswer(answer);
    const defaultType = answer.dialect.name === "anthropic" ? "overloaded_error" : "server_error";
    answer.writer.fail(step.args["type"] ?? defaultType, step.args["message"] ?? "scripted stream error");
    return "ended";
  },
  disconnect: async (answer): Promise<StepResult> => {
    startAnswer(answer);
    if (answer.streamed) await answer.writer.say("partial ");
    answer.response.socket?.destroy();
    return "ended";
  },
  hang: (answer) => {
    if (answer.streamed && !answer.started) sendHead(answer);
    return "ended";
  },
};

/** Performs one step of an answer. */
export function perform(answer: Answer, step: Step): Promise<StepResult> | StepResult {
  if (isToolOp(step.op)) return callTool(answer, step);
  return stepHandlers[step.op]?.(answer, step) ?? "continue";
}

async function callTool(answer: Answer, step: Step): Promise<StepResult> {
  const call = toolCall(step, answer.conversation);
  if (!call) return say(answer, `[no tool for ${step.op}]`);
  startAnswer(answer);
  answer.frame.called = true;
  if (answer.streamed) await answer.writer.call(call);
  answer.parts.push({ kind: "call", call });
  return "continue";
}

async function say(answer: Answer, text: string): Promise<StepResult> {
  startAnswer(answer);
  if (answer.streamed) await answer.writer.say(text);
  answer.parts.push({ kind: "text", text });
  return "continue";
}

async function pause(answer: Answer, ms: number): Promise<StepResult> {
  await delay(ms, undefined, { signal: answer.signal });
  return "continue";
}
