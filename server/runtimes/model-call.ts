import type { Json } from "./json.ts";

/**
 * One request to a model, as a transcript records it: counts, never money (R189). Each token is in one count only,
 * so `inputTokens` leaves out what a cache held or took.
 */
export interface ModelCall {
  /** Identifies the request forever: a copy of its line, in a fork or a rewritten file, has the same id. */
  requestId: string;
  model: string;
  /** Milliseconds. */
  calledAt: number;
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  /** All that was written to a cache, for however long. */
  cacheCreationTokens: number;
  /** The part that is cached for an hour; null if the line does not say. */
  cacheCreation1hTokens: number | null;
  webSearchRequests: number;
}

/** What earlier lines of a transcript said that later ones leave out. */
export interface CallContext {
  /** The CLI's own id of the conversation, from the transcript's head. */
  conversation: string | null;
  model: string | null;
  /** When the conversation began, and the one from which lines were copied, if that is known. */
  startedAt?: number | null;
  parent?: string;
  /** The instant of the last call, and how many calls had it. */
  instant: string | null;
  sameInstant: number;
  /** The conversation records each answer's usage by itself, so its running totals are no calls. */
  hasRecords?: boolean;
  /** The last running total, in tokens. */
  total?: number;
  /** Calls that were left out because no line before them names the model. */
  skipped?: number;
}

export const noContext: CallContext = { conversation: null, model: null, instant: null, sameInstant: 0 };

/** What one line says of the calls, and what it leaves for the next. */
export interface LineUsage {
  call: ModelCall | null;
  context: CallContext;
}

/** A count as a foreign file has it: whole and not below zero, else 0. One that no sum could hold is cut. */
export function countOf(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0
    ? Math.min(Math.round(value), Number.MAX_SAFE_INTEGER)
    : 0;
}

/** An instant in milliseconds; null if the value is not one. */
export function instantIn(record: Json): number | null {
  const at = Date.parse(String(record["timestamp"]));
  return Number.isNaN(at) ? null : at;
}

export const saysSomething = (call: ModelCall): boolean =>
  call.inputTokens + call.outputTokens + call.cacheReadTokens + call.cacheCreationTokens > 0;

/** Which of two lines of one call has the longer answer, the same way whichever was read first; as the ledger's own order. */
export function isLongerAnswer(one: ModelCall, other: ModelCall): boolean {
  for (const name of inOrder) if (one[name] !== other[name]) return one[name] > other[name];
  const [mine, theirs] = [one.cacheCreation1hTokens ?? -1, other.cacheCreation1hTokens ?? -1];
  if (mine !== theirs) return mine > theirs;
  if (one.webSearchRequests !== other.webSearchRequests)
    return one.webSearchRequests > other.webSearchRequests;
  return one.calledAt < other.calledAt;
}

const inOrder = ["outputTokens", "inputTokens", "cacheReadTokens", "cacheCreationTokens"] as const;
