import { isObject } from "../lib/json.ts";
import { boundedLine, oversizedType } from "../lib/oversized-line.ts";
import type { TimelineEvent } from "./timeline.ts";
import { withoutMarks } from "./unsent-prompts.ts";

/** One line of a stored conversation. */
export type Line = Readonly<Record<string, unknown>>;

/** What a line means for the place where a conversation may be cut. */
export interface LineRole {
  isPrompt: boolean;
  /** Ids of the tool calls the line makes. */
  calls: readonly string[];
  /** Ids of the tool calls the line answers. */
  results: readonly string[];
  /** Means nothing without what followed it: the thoughts before an answer, for one. */
  hangs: boolean;
}

/** The role of a line that is shown as these events. */
export function roleOf(events: readonly TimelineEvent[]): LineRole {
  const idsOf = (wanted: "tool_call" | "tool_result") =>
    events.flatMap((event) => (event.type === wanted ? [event.callId] : []));
  return {
    isPrompt: events.some(({ type }) => type === "user"),
    calls: idsOf("tool_call"),
    results: idsOf("tool_result"),
    hangs: events.every(({ type }) => type === "thinking"),
  };
}

/** The lines that hold a JSON object; a line cut off by a crash holds none. */
export function parseLines(lines: readonly string[]): Line[] {
  return lines.flatMap((text) => {
    try {
      const value: unknown = JSON.parse(withoutMarks(boundedLine(text)));
      // No CLI could take up what stands for a line that was not kept.
      return isObject(value) && value["type"] !== oversizedType ? [value] : [];
    } catch {
      return [];
    }
  });
}

/** What `parseLines` reads, with a newline after each. */
export function formatLines(lines: readonly Line[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/**
 * How many of the lines a CLI can take up from: the end is cut back to before a tool call without its result.
 * Calls left open before the last prompt stay, because the CLI has continued after them before.
 */
export function safeLength(roles: readonly LineRole[]): number {
  const from = roles.findLastIndex(({ isPrompt }) => isPrompt) + 1;
  let end = roles.length;
  // A cut may take away the result of a call made at the same time; that call goes next.
  for (let open = firstOpen(roles.slice(from, end)); open >= 0; open = firstOpen(roles.slice(from, end)))
    end = from + open;
  while (end > from && roles[end - 1]?.hangs) end -= 1;
  return end;
}

function firstOpen(roles: readonly LineRole[]): number {
  const answered = new Set(roles.flatMap(({ results }) => results));
  return roles.findIndex(({ calls }) => calls.some((call) => !answered.has(call)));
}

/**
 * Puts the folder `to` in place of `from` wherever it occurs in a text as a separate path. What a provider has
 * signed (`signed` says which objects) is left alone: changed, it would be refused.
 */
export function moveFolder(
  value: unknown,
  { from, to, signed }: { from: string; to: string; signed(value: Line): boolean },
): unknown {
  if (from === to || from === "") return value;
  const path = new RegExp(`${from.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\w-]|\\.\\w)`, "g");
  const move = (part: unknown): unknown => {
    if (typeof part === "string") return part.includes(from) ? part.replace(path, () => to) : part;
    if (Array.isArray(part)) return part.map(move);
    if (!isObject(part) || signed(part)) return part;
    return Object.fromEntries(Object.entries(part).map(([key, item]) => [key, move(item)]));
  };
  return move(value);
}

/** Whether the redactor changed something in it. */
export function isRedacted(value: unknown): boolean {
  return JSON.stringify(value)?.includes("[REDACTED:") ?? false;
}

/**
 * The line without those thoughts in its `message.content` that the redactor changed: a provider refuses what is
 * not word for word its own.
 */
export function withoutSpoiltThoughts(line: Line, isThought: (block: Line) => boolean): Line {
  const message = line["message"];
  if (!isObject(message) || !Array.isArray(message["content"])) return line;
  const content: unknown[] = message["content"];
  const left = content.filter((block) => !isObject(block) || !isThought(block) || !isRedacted(block));
  return left.length === content.length ? line : { ...line, message: { ...message, content: left } };
}
