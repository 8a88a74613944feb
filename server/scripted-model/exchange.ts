import type { ServerResponse } from "node:http";
import type { Conversation } from "./conversation.ts";
import type { AnswerFrame, AnswerPart, AnswerWriter, Dialect } from "./dialects/dialect.ts";
import type { EventStream } from "./event-stream.ts";
import type { JsonAnswer } from "./limits.ts";
import type { Step } from "./script.ts";

/** All that answering one request needs. */
export interface Exchange {
  dialect: Dialect;
  conversation: Conversation;
  frame: AnswerFrame;
  response: ServerResponse;
  /** The client asked for events. */
  streamed: boolean;
  /** Aborted when the client goes, which ends every wait. */
  signal: AbortSignal;
  /** False once a step with `times=N` has been given that often. */
  isDue(step: Step, position: number): boolean;
}

/** An exchange while its answer is being given. */
export interface Answer extends Exchange {
  stream: EventStream;
  writer: AnswerWriter;
  headers: Record<string, string>;
  parts: AnswerPart[];
  begun: boolean;
}

/** Headers and opening events, once; steps before this may still turn the answer into an error. */
export function begin(answer: Answer): void {
  if (answer.begun) return;
  answer.begun = true;
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
