import type { TimelineEntry } from "../../../server/domains/transcripts/transcripts/model.ts";
import type { EntryKind } from "./entry-kinds.ts";
import { kindOf } from "./entry-kinds.ts";
import { beganAt, joinScripts } from "./scripts.ts";

type Event = TimelineEntry["event"];
export type EventOf<T extends Event["type"]> = Extract<Event, { type: T }>;

/** A block of the transcript: an entry, with its result if it is a tool call. */
export interface TimelineItem {
  key: string;
  entry: TimelineEntry;
  result: EventOf<"tool_result"> | null;
  /** The line of the result, and the id of its entry. */
  resultIndex: number | null;
  resultId: string | null;
  /** The time from the call to its result; null if the lines have no timestamps. */
  tookMs: number | null;
  /** It was ended before it was done; or it has no result, and the conversation went on with another prompt. */
  cutOff: boolean;
  /** For a subagent, the tool call that started it, which has no block of its own. */
  call: EventOf<"tool_call"> | null;
}

const isCall = (event: Event): event is EventOf<"tool_call"> | EventOf<"subagent"> =>
  event.type === "tool_call" || event.type === "subagent";

/** A failed call is also an error. */
function isShown(
  event: Event,
  result: EventOf<"tool_result"> | null,
  shown: ReadonlySet<EntryKind>,
): boolean {
  if (shown.has(kindOf(event))) return true;
  const returned = event.type === "tool_result" ? event : result;
  return returned?.isError === true && shown.has("errors");
}

/** `isPast`: the conversation went on with another prompt. */
const isCutOff = (event: Event, result: EventOf<"tool_result"> | null, isPast: boolean): boolean =>
  result ? result.cutOff === true : isCall(event) && isPast;

/** Joins each call with its result and leaves out hidden kinds and blank texts. One block per command, by when it was called. */
export function timelineItems(
  written: readonly TimelineEntry[],
  shown: ReadonlySet<EntryKind>,
): TimelineItem[] {
  const entries = joinScripts(written);
  const known = indexCalls(entries);
  const newestPrompt = entries.findLastIndex(({ event: { type } }) => type === "user");
  return entries.flatMap((entry, at) => {
    const { event } = entry;
    if (isBlank(event)) return [];
    if (event.type === "tool_result" && known.calls.has(event.callId)) return [];
    if (event.type === "tool_call" && known.subagents.has(event.callId)) return [];
    const back = isCall(event) ? known.results.get(event.callId) : undefined;
    const result = back?.event ?? null;
    if (!isShown(event, result, shown)) return [];
    const call = event.type === "subagent" ? (known.calls.get(event.callId) ?? null) : null;
    const cutOff = isCutOff(event, result, at < newestPrompt);
    return [{ key: entry.id, entry, result, call, cutOff, ...aboutResult(entry, back?.entry) }];
  });
}

/** The line of the result of an entry, and how long it took. */
function aboutResult(
  entry: TimelineEntry,
  back: TimelineEntry | undefined,
): Pick<TimelineItem, "resultIndex" | "resultId" | "tookMs"> {
  if (!back) return { resultIndex: null, resultId: null, tookMs: null };
  return { resultIndex: back.index, resultId: back.id, tookMs: tookMs(entry, back) };
}

function tookMs(from: TimelineEntry, to: TimelineEntry): number | null {
  const began = beganAt(from);
  if (began === null || to.timestamp === null) return null;
  const ms = Date.parse(to.timestamp) - Date.parse(began);
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

/** Arguments that describe a call best, in order. */
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

/** A one-line summary of a call. */
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

/** A one-line summary of what a CLI wrote to its model: the content of its tag, or the name of the tag. */
export function noticeLine(text: string): string {
  const line = firstLine(text);
  const [whole, name = ""] = /^<([a-z][\w-]*)>/i.exec(line) ?? [];
  if (whole === undefined) return line;
  const summary = /<summary>\s*([^<]+)/.exec(text)?.[1] ?? line.slice(whole.length);
  return firstLine(summary) || name.replace(/[-_]+/g, " ");
}

const automaticMark = /^\[Signalbox\]\s+(?:This is an automatic message, not a person[.:]\s*)?/;

/** Whether the service wrote this prompt, for example a heartbeat or a wake; agents are told so by its beginning. */
export const isAutomatic = (prompt: string): boolean => automaticMark.test(prompt);

/** A one-line summary of a prompt that the service wrote. */
export function automaticLine(prompt: string): string {
  const line = firstLine(prompt.replace(automaticMark, ""));
  return line.charAt(0).toUpperCase() + line.slice(1);
}

/** The first line of a result, and how many more it has. */
export function resultPreview(text: string): { line: string; moreLines: number } {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return { line: firstLine(text), moreLines: Math.max(lines.length - 1, 0) };
}

/** The arguments of a call in readable form: a single text as is, otherwise indented JSON. */
export function inputText(input: unknown): string {
  if (typeof input === "string") return input;
  const values = typeof input === "object" && input !== null ? Object.values(input) : [];
  const [only] = values;
  if (values.length === 1 && typeof only === "string") return only;
  return JSON.stringify(input, null, 2) ?? "";
}

/** The part of a long text that is shown before it is expanded. */
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

/** The key under which the expanded state of a block is kept. */
export const foldKeyOf = (transcript: string, key: string): string => `${transcript}:${key}`;

/** The full text of a block, for copying and searching. */
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

/** The position of the block with a transcript line, or of the one before it; -1 if there is none. */
export function itemAt(items: readonly TimelineItem[], index: number): number {
  const exact = items.findIndex(({ entry, resultIndex }) => entry.index === index || resultIndex === index);
  if (exact >= 0) return exact;
  const before = items.findLastIndex(({ entry }) => entry.index < index);
  return before < 0 ? Math.min(0, items.length - 1) : before;
}

/** The transcript line in an address such as `#m12`. */
export function readAnchor(hash: string): number | null {
  const line = /^#?m(\d{1,9})$/.exec(hash)?.[1];
  return line === undefined ? null : Number(line);
}

export const anchorOf = (index: number): string => `m${index}`;

/**
 * The index of the first item, which falls by the number of items added before it. `anchor` is an item of the first
 * render; null if it is gone and the list must start again.
 */
export function firstItemIndex(items: readonly TimelineItem[], anchor: string | null): number | null {
  if (anchor === null) return base;
  const at = items.findIndex(({ key }) => key === anchor);
  return at < 0 ? null : base - at;
}

const base = 1_000_000;
