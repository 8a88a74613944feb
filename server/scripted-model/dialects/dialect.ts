import { randomBytes } from "node:crypto";
import type { Conversation } from "../conversation.ts";
import type { EventStream } from "../event-stream.ts";
import type { ToolCall } from "../tool-calls.ts";

export type DialectName = "anthropic" | "responses" | "chat";

/** Token counts as named in scripts; each dialect adds them up differently. */
export interface Usage {
  input: number;
  output: number;
  cache_read: number;
  cache_write_5m: number;
  cache_write_1h: number;
  reasoning: number;
}

/** What the events of one answer share; `usage`, `stop` and `called` change while it is sent. */
export interface AnswerFrame {
  readonly id: string;
  readonly requestId: string;
  readonly model: string;
  usage: Usage;
  /** The scripted stop reason; "" means the one that fits the content. */
  stop: string;
  called: boolean;
}

export type AnswerPart = { kind: "text"; text: string } | { kind: "call"; call: ToolCall };

/** One streamed answer. `say`, `think` and `call` reject when the client disconnects. */
export interface AnswerWriter {
  start(): void;
  say(text: string): Promise<void>;
  think(text: string): Promise<void>;
  call(call: ToolCall): Promise<void>;
  end(): void;
  fail(type: string, message: string): void;
}

/** One provider's wire format. Requests are not validated: only our own CLIs send them. */
export interface Dialect {
  readonly name: DialectName;
  readonly idPrefix: string;
  read(body: unknown): Conversation;
  writer(frame: AnswerFrame, stream: EventStream): AnswerWriter;
  /** The body of an answer that is not streamed. */
  whole(frame: AnswerFrame, parts: readonly AnswerPart[]): unknown;
}

export function newId(prefix: string): string {
  return prefix + randomBytes(12).toString("hex");
}

/** All prompt tokens, cached or not, as the OpenAI dialects count them. */
export function promptTokens(usage: Usage): number {
  return usage.input + usage.cache_read + cacheWrites(usage);
}

export function cacheWrites(usage: Usage): number {
  return usage.cache_write_5m + usage.cache_write_1h;
}

/** The arguments of a call for dialects with named arguments only. */
export function callInput(call: ToolCall): Record<string, unknown> {
  if (call.kind === "function") return call.input;
  return call.kind === "custom" ? { input: call.raw } : { query: call.query };
}

export function callName(call: ToolCall): string {
  return call.kind === "search" ? "tool_search" : call.name;
}
