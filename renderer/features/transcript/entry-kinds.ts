import type { TimelineEntry } from "../../../server/domains/transcripts/transcripts/model.ts";

/** The kinds of entries that can be shown or hidden. */
export const entryKinds = ["text", "thinking", "tools", "subagents", "errors", "logs"] as const;
export type EntryKind = (typeof entryKinds)[number];

type EventType = TimelineEntry["event"]["type"];

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

export const kindOf = ({ type }: Pick<TimelineEntry["event"], "type">): EntryKind => kindByType[type];

/** The event types to search, in the form of the API. A failed call can be shown although calls are hidden. */
export function searchedTypes(shown: ReadonlySet<EntryKind>): string {
  const types = Object.entries(kindByType).filter(([, kind]) => shown.has(kind));
  return types.map(([type]) => type).join(",");
}

/** Shows the kind if it was hidden, or hides it; keeps the order of the kinds. */
export const toggleKind = (shown: readonly EntryKind[], kind: EntryKind): EntryKind[] =>
  entryKinds.filter((other) => shown.includes(other) !== (other === kind));
