import { cutCharacters, hasMoreCharacters } from "../../../lib/character-rules.ts";
import type { ConversationMessage, TimelineEntry } from "./model.ts";

type Event = TimelineEntry["event"];

/** A line with its events, as a runtime's reader gives them. */
export interface ReadLine {
  index: number;
  timestamp: string | null;
  events: readonly Event[];
  tokens?: number | null;
}

/** Stable ids: the same for a live entry and a reloaded one. */
export function timelineEntries(line: ReadLine): TimelineEntry[] {
  return line.events.map((event, position) => ({
    id: `${line.index}.${position}`,
    index: line.index,
    timestamp: line.timestamp,
    ...(typeof line.tokens === "number" && { tokens: line.tokens }),
    event,
  }));
}

const speakers = {
  user: "user",
  tool_result: "user",
  assistant: "assistant",
  tool_call: "assistant",
} as const;
type Spoken = Extract<Event, { type: keyof typeof speakers }>;

/** What poses as a prompt is a message of the agent. */
type Posing = Extract<Event, { type: "notice" }>;

const isPosing = (event: Event): event is Posing => event.type === "notice" && event.unsent === true;
const isSpoken = (event: Event): event is Spoken | Posing => event.type in speakers || isPosing(event);

/** True when a line is one message of the conversation (R55): one position each. */
export const isConversation = (events: readonly Event[]): boolean => events.some(isSpoken);

function spokenText(event: Spoken | Posing): string {
  switch (event.type) {
    case "notice":
    case "user":
    case "assistant":
    case "tool_result":
      return event.text;
    case "tool_call":
      return `${event.name} ${JSON.stringify(event.input ?? {})}`;
  }
}

/** The message on a line, its content cut at `limit` characters; null if the line is no message. */
export function conversationMessage(
  line: ReadLine,
  limit: number,
): { message: ConversationMessage; cut: boolean } | null {
  const spoken = line.events.filter(isSpoken);
  const [first] = spoken;
  if (!first) return null;
  const content = spoken
    .map(spokenText)
    .filter((text) => text !== "")
    .join("\n\n");
  return {
    message: {
      role: first.type === "notice" ? "assistant" : speakers[first.type],
      content: cutCharacters(content, limit),
      timestamp: line.timestamp,
      has_tool_use: spoken.some(({ type }) => type === "tool_call"),
      has_tool_result: spoken.some(({ type }) => type === "tool_result"),
      ...(spoken.some(isPosing) && { unsent_prompt: true }),
      transcript_index: line.index,
    },
    cut: hasMoreCharacters(content, limit),
  };
}

const resultLimit = 500;

type Renderers = {
  [Type in Event["type"]]: (event: Extract<Event, { type: Type }>) => [heading: string, body: string];
};

const renderers: Renderers = {
  user: ({ text }) => ["User", text],
  assistant: ({ text }) => ["Assistant", text],
  thinking: ({ text, redacted }) => ["Thinking", redacted ? "(withheld by the provider)" : text],
  tool_call: ({ name, input }) => [`Tool Use: ${name}`, JSON.stringify(input ?? {}, null, 2)],
  tool_result: ({ text, isError }) => [isError ? "Tool Result (error)" : "Tool Result", cut(text)],
  subagent: ({ agent, description }) => ["Subagent", `${agent}: ${description}`],
  compaction: ({ summary }) => ["Compaction", summary ?? "The conversation was compacted."],
  error: ({ message }) => ["Error", message],
  notice: ({ text, unsent }) => [
    unsent === true ? "Not a Prompt: Written by the Agent's Own Process" : "Runtime Notice",
    text,
  ],
  system: ({ subtype, detail }) => [`System: ${subtype}${foldedDetail(detail)}`, ""],
};

const factLimit = 60;
const detailLimit = 160;

/** What a CLI says of itself, such as its tools and folders, by its short facts only, on the line of the heading. */
function foldedDetail(detail: unknown): string {
  const facts = Object.entries(typeof detail === "object" && detail !== null ? detail : { detail }).flatMap(
    ([name, value]: [string, unknown]) => {
      const fact = typeof value === "string" ? value.replaceAll(/\s+/g, " ").trim() : value;
      const isShort =
        ["string", "number", "boolean"].includes(typeof fact) && String(fact).length <= factLimit;
      return isShort && fact !== "" ? [`${name}: ${String(fact)}`] : [];
    },
  );
  const line = facts.join(", ");
  if (line === "") return "";
  return ` (${cut(line, detailLimit)})`;
}

/** One section of the readable transcript; every event has one (R56), which is one line if it has no text. */
export function renderEvent(event: Event): string {
  const render = renderers[event.type] as (event: Event) => [string, string];
  const [heading, body] = render(event);
  return event.type === "system" ? `## ${heading}\n` : `## ${heading}\n\n${body}\n`;
}

const cut = (text: string, most = resultLimit): string =>
  hasMoreCharacters(text, most) ? `${cutCharacters(text, most)}…` : text;

/** The searchable text of an event: what its block shows, without markup. */
export function searchedText(event: Event): string {
  switch (event.type) {
    case "user":
    case "assistant":
    case "thinking":
    case "notice":
    case "tool_result":
      return event.text;
    case "tool_call":
      return [event.name, ...stringsIn(event.input)].join("\n");
    case "subagent":
      return `${event.agent}\n${event.description}`;
    case "compaction":
      return event.summary ?? "";
    case "error":
      return event.message;
    case "system":
      return [event.subtype, ...stringsIn(event.detail)].join("\n");
  }
}

/** Names and values at every depth. */
function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return value === undefined ? [] : [JSON.stringify(value)];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return Object.entries(value).flatMap(([name, inner]) => [name, ...stringsIn(inner)]);
}
