import type { TimelineEntry } from "../../../server/domains/transcripts/transcripts/model.ts";

/** What a person may show or hide of a transcript. */
export const entryKinds = ["text", "thinking", "tools", "subagents", "errors", "logs"] as const;
export type EntryKind = (typeof entryKinds)[number];

export const kindLabels: Record<EntryKind, string> = {
  text: "Prompts and responses",
  thinking: "Thinking",
  tools: "Tool calls",
  subagents: "Subagents",
  errors: "Errors",
  logs: "Runtime logs",
};

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

/** The types of events to search, as the service takes them; a failed call may show although calls do not. */
export function searchedTypes(shown: ReadonlySet<EntryKind>): string {
  const types = Object.entries(kindByType).filter(([, kind]) => shown.has(kind));
  return types.map(([type]) => type).join(",");
}

/** With the kind shown where it was hidden, and the other way round; in their own order. */
export const turnedKind = (shown: readonly EntryKind[], kind: EntryKind): EntryKind[] =>
  entryKinds.filter((one) => shown.includes(one) !== (one === kind));
