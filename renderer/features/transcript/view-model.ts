import type { TimelineEntry } from "../../../server/domains/transcripts/transcripts/model.ts";
import type { EntryKind } from "./kinds.ts";
import { kindOf } from "./kinds.ts";

type Event = TimelineEntry["event"];
export type EventOf<T extends Event["type"]> = Extract<Event, { type: T }>;

/** One block of the transcript: an entry, and for a tool call the result that belongs to it. */
export interface TimelineItem {
  key: string;
  entry: TimelineEntry;
  result: EventOf<"tool_result"> | null;
  /** The line of the result, and the id of its entry. */
  resultIndex: number | null;
  resultId: string | null;
  /** From the call to its result; null where the lines do not say. */
  tookMs: number | null;
  /** For a subagent, the tool call that started it, which is no block of its own. */
  call: EventOf<"tool_call"> | null;
}

const isCall = (event: Event): event is EventOf<"tool_call"> | EventOf<"subagent"> =>
  event.type === "tool_call" || event.type === "subagent";

/** A failed call is an error as well as a call. */
function isShown(
  event: Event,
  result: EventOf<"tool_result"> | null,
  shown: ReadonlySet<EntryKind>,
): boolean {
  if (shown.has(kindOf(event))) return true;
  const returned = event.type === "tool_result" ? event : result;
  return returned?.isError === true && shown.has("errors");
}

/** Joins each call with its result and leaves out the kinds that are not chosen. A blank text is no block. */
export function timelineItems(
  entries: readonly TimelineEntry[],
  shown: ReadonlySet<EntryKind>,
): TimelineItem[] {
  const known = indexCalls(entries);
  return entries.flatMap((entry) => {
    const { event } = entry;
    if (isBlank(event)) return [];
    if (event.type === "tool_result" && known.calls.has(event.callId)) return [];
    if (event.type === "tool_call" && known.subagents.has(event.callId)) return [];
    const back = isCall(event) ? known.results.get(event.callId) : undefined;
    const result = back?.event ?? null;
    if (!isShown(event, result, shown)) return [];
    const call = event.type === "subagent" ? (known.calls.get(event.callId) ?? null) : null;
    return [{ key: entry.id, entry, result, call, ...aboutResult(entry, back?.entry) }];
  });
}

/** Where the result of an entry stands, and what it took. */
function aboutResult(
  entry: TimelineEntry,
  back: TimelineEntry | undefined,
): Pick<TimelineItem, "resultIndex" | "resultId" | "tookMs"> {
  if (!back) return { resultIndex: null, resultId: null, tookMs: null };
  return { resultIndex: back.index, resultId: back.id, tookMs: tookMs(entry, back) };
}

function tookMs(from: TimelineEntry, to: TimelineEntry): number | null {
  if (from.timestamp === null || to.timestamp === null) return null;
  const ms = Date.parse(to.timestamp) - Date.parse(from.timestamp);
  return ms >= 0 ? ms : null;
}

/** By call id. A call without an entry of its own but with a subagent counts as known: `null`. */
function indexCalls(entries: readonly TimelineEntry[]) {
  const calls = new Map<string, EventOf<"tool_call"> | null>();
  const subagents = new Set<string>();
  const results = new Map<string, { entry: TimelineEntry; event: EventOf<"tool_result"> }>();
  for (const entry of entries) {
    const { event } = entry;
    if (event.type === "tool_call") calls.set(event.callId, event);
    else if (event.type === "tool_result") results.set(event.callId, { entry, event });
    else if (event.type === "subagent") {
      subagents.add(event.callId);
      calls.set(event.callId, calls.get(event.callId) ?? null);
    }
  }
  return { calls, subagents, results };
}

const isBlank = (event: Event): boolean =>
  (event.type === "assistant" && event.text.trim() === "") ||
  (event.type === "thinking" && !event.redacted && event.text.trim() === "");

/** Arguments that say what a call is about, the most telling first. */
const telling = [
  "command",
  "cmd",
  "file_path",
  "path",
  "pattern",
  "query",
  "url",
  "description",
  "prompt",
  "name",
];

/** One line on what a call does. */
export function callSummary(input: unknown): string {
  if (typeof input === "string") return firstLine(input);
  if (typeof input !== "object" || input === null) return "";
  const record = input as Record<string, unknown>;
  for (const key of telling) {
    const value = record[key];
    if (typeof value === "string" && value.trim() !== "") return firstLine(value);
    if (Array.isArray(value) && value.every((part) => typeof part === "string"))
      return firstLine(value.join(" "));
  }
  const text = JSON.stringify(record);
  return text === "{}" ? "" : text.slice(0, 200);
}

export const firstLine = (text: string): string =>
  text
    .split("\n")
    .find((line) => line.trim() !== "")
    ?.trim()
    .slice(0, 300) ?? "";

/** One line on what a CLI told its model: what stands within a mark, or else what the mark is named. */
export function noticeLine(text: string): string {
  const line = firstLine(text);
  const [whole, name = ""] = /^<([a-z][\w-]*)>/i.exec(line) ?? [];
  if (whole === undefined) return line;
  const told = /<summary>\s*([^<]+)/.exec(text)?.[1] ?? line.slice(whole.length);
  return firstLine(told) || name.replace(/[-_]+/g, " ");
}

/** The beginning of a result, and how many lines it has beyond that. */
export function resultPreview(text: string): { line: string; moreLines: number } {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return { line: firstLine(text), moreLines: Math.max(lines.length - 1, 0) };
}

/** A call's arguments as they are read most easily: a lone text as itself, else as indented JSON. */
export function inputText(input: unknown): string {
  if (typeof input === "string") return input;
  const values = typeof input === "object" && input !== null ? Object.values(input) : [];
  const [only] = values;
  if (values.length === 1 && typeof only === "string") return only;
  return JSON.stringify(input, null, 2) ?? "";
}

/** What a long text shows before it is folded out. */
export function clip(
  text: string,
  limit: { characters: number; lines: number },
): { text: string; clipped: boolean } {
  const byLines = text.split("\n", limit.lines + 1);
  const head = (byLines.length > limit.lines ? byLines.slice(0, limit.lines).join("\n") : text).slice(
    0,
    limit.characters,
  );
  return { text: head, clipped: head.length < text.length };
}

/** Under which it is kept that a block is folded out. */
export const foldKeyOf = (transcript: string, key: string): string => `${transcript}:${key}`;

/** All that a block says, for copying it and for finding something in it. */
export function itemText({ entry: { event }, call, result }: TimelineItem): string {
  switch (event.type) {
    case "user":
    case "assistant":
    case "thinking":
    case "notice":
    case "tool_result":
      return event.text;
    case "tool_call":
      return joined([event.name, inputText(event.input), result?.text]);
    case "subagent":
      return joined([event.agent, event.description, call && inputText(call.input), result?.text]);
    case "compaction":
      return event.summary ?? "";
    case "error":
      return event.message;
    case "system":
      return joined([event.subtype, JSON.stringify(event.detail, null, 2)]);
  }
}

const joined = (texts: readonly (string | null | undefined)[]): string =>
  texts.filter((text) => text !== null && text !== undefined && text !== "").join("\n\n");

/** The position of the block that holds a transcript line, or else the one before it; -1 where there is none. */
export function itemAt(items: readonly TimelineItem[], index: number): number {
  const exact = items.findIndex(({ entry, resultIndex }) => entry.index === index || resultIndex === index);
  if (exact >= 0) return exact;
  const before = items.findLastIndex(({ entry }) => entry.index < index);
  return before < 0 ? Math.min(0, items.length - 1) : before;
}

/** The transcript line that an address such as `#m12` points to. */
export function readAnchor(hash: string): number | null {
  const line = /^#?m(\d{1,9})$/.exec(hash)?.[1];
  return line === undefined ? null : Number(line);
}

export const anchorOf = (index: number): string => `m${index}`;

/**
 * The number of the first item for the list, which falls by as many as were put before it. `anchor` is an item
 * that was there when the list was first drawn; null when it is gone and the list has to begin anew.
 */
export function firstItemIndex(items: readonly TimelineItem[], anchor: string | null): number | null {
  if (anchor === null) return base;
  const at = items.findIndex(({ key }) => key === anchor);
  return at < 0 ? null : base - at;
}

const base = 1_000_000;
