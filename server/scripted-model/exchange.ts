import type { ServerResponse } from "node:http";
import type { Conversation } from "./conversation.ts";
import type { AnswerFrame, AnswerPart, AnswerWriter, Dialect } from "./dialects/dialect.ts";
import type { EventStream } from "./event-stream.ts";
import type { JsonAnswer } from "./limits.ts";
import type { Step } from "./script.ts";

/** Everything needed to answer one request. */
export interface Exchange {
  dialect: Dialect;
  conversation: Conversation;
  frame: AnswerFrame;
  response: ServerResponse;
  /** Whether the client requested events. */
  streamed: boolean;
  /** Aborted when the client disconnects, which ends every wait. */
  signal: AbortSignal;
  /** False once a step with `times=N` has run that often. */
  isDue(step: Step, position: number): boolean;
}

/** An exchange while its answer is being sent. */
export interface Answer extends Exchange {
  stream: EventStream;
  writer: AnswerWriter;
  headers: Record<string, string>;
  parts: AnswerPart[];
  started: boolean;
}

/** Sends headers and opening events, once. Until then, a step may still turn the answer into an error. */
export function startAnswer(answer: Answer): void {
  if (answer.started) return;
  answer.started = true;
  if (!answer.streamed) return;
  sendHead(answer);
  answer.writer.start();
}

export function sendHead({ response, headers }: Answer): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache", ...headers });
  response.flushHeaders();
}

export function sendJson({ response, headers }: Answer, answer: JsonAnswer): void {
  response.writeHead(answer.status, { "content-type": "application/json", ...headers, ...answer.headers });
  response.end(JSON.stringify(answer.body));
}
