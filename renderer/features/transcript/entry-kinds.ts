import type { TimelineEntry } from "../../../server/domains/transcripts/transcripts/model.ts";

/** The kinds of entries that can be shown or hidden. */
export const entryKinds = ["text", "thinking", "tools", "subagents", "errors", "logs"] as const;
export type EntryKind = (typeof entryKinds)[number];

type Event = TimelineEntry["event"];
type EventType = Event["type"];

const kindByType: Record<EventType, EntryKind> = {
  user: "text",
  assistant: "text",
  notice: "text",
  compaction: "text",
  thinking: "thinking",
  tool_call: "tools",
  tool_result: "tools",
  subagent: "subagents",
  error: "errors",
  system: "logs",
};

/** What the CLI tells its model in every conversation is a log, and so is a look at a command that goes on. */
export const kindOf = (event: Event): EntryKind =>
  (event.type === "notice" && event.setup === true) || isLook(event) ? "logs" : kindByType[event.type];

/** Codex asks a command that goes on for its output by typing nothing into it. */
function isLook(event: Event): boolean {
  if (event.type !== "tool_call" || event.name !== "write_stdin") return false;
  const typed = typeof event.input === "object" && event.input !== null && "chars" in event.input;
  return !typed || (event.input as { chars: unknown }).chars === "";
}

/** The event types to search, in the form of the API. A failed call can be shown although calls are hidden. */
export function searchedTypes(shown: ReadonlySet<EntryKind>): string {
  const types = Object.entries(kindByType).filter(([, kind]) => shown.has(kind));
  return types.map(([type]) => type).join(",");
}

/** Shows the kind if it was hidden, or hides it; keeps the order of the kinds. */
export const toggleKind = (shown: readonly EntryKind[], kind: EntryKind): EntryKind[] =>
  entryKinds.filter((other) => shown.includes(other) !== (other === kind));
