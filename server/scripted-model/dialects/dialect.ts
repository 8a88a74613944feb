import { randomBytes } from "node:crypto";
import type { Conversation } from "../conversation.ts";
import type { EventStream } from "../event-stream.ts";
import type { ToolCall } from "../tool-calls.ts";

export type DialectName = "anthropic" | "responses" | "chat";

/** Token counts in the words of the scripts; each dialect adds them up its own way. */
export interface Usage {
  input: number;
  output: number;
  cache_read: number;
  cache_write_5m: number;
  cache_write_1h: number;
  reasoning: number;
}

/** What the events of one answer share; `usage`, `stop` and `called` change while it is given. */
export interface AnswerFrame {
  readonly id: string;
  readonly requestId: string;
  readonly model: string;
  usage: Usage;
  /** The scripted stop reason; empty means whatever fits the content. */
  stop: string;
  called: boolean;
}

export type AnswerPart = { kind: "text"; text: string } | { kind: "call"; call: ToolCall };

/** One streamed answer. `say`, `think` and `call` reject when the client goes. */
export interface AnswerWriter {
  start(): void;
  say(text: string): Promise<void>;
  think(text: string): Promise<void>;
  call(call: ToolCall): Promise<void>;
  end(): void;
  fail(type: string, message: string): void;
}

/** One provider's wire format. A request is trusted to have its shape: only our own CLIs send any. */
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

/** Cached or not, as the OpenAI dialects count the prompt. */
export function promptTokens(usage: Usage): number {
  return usage.input + usage.cache_read + cacheWrites(usage);
}

export function cacheWrites(usage: Usage): number {
  return usage.cache_write_5m + usage.cache_write_1h;
}

/** What a call passes on, where the dialect knows named arguments only. */
export function callInput(call: ToolCall): Record<string, unknown> {
  if (call.kind === "function") return call.input;
  return call.kind === "custom" ? { input: call.raw } : { query: call.query };
}

export function callName(call: ToolCall): string {
  return call.kind === "search" ? "tool_search" : call.name;
}
