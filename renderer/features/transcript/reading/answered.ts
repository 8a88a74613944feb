import type { ClosedElicitation } from "../../../../server/domains/sessions/elicitations/model.ts";
import type { TimelineEntry } from "../../../../server/domains/transcripts/transcripts/model.ts";
import { text } from "./text.ts";

const shown = (value: unknown): string => {
  if (typeof value === "boolean") return value ? text.answered.yes : text.answered.no;
  return Array.isArray(value) ? value.join(", ") : String(value);
};

/** A question that is over and its answer, in one line. */
export function answeredLine({
  message,
  action,
  content,
}: Omit<ClosedElicitation, "id" | "closed_at">): string {
  const answer = Object.values(content ?? {})
    .map(shown)
    .join(" · ");
  return text.answered[action](message.replace(/\s+/g, " ").trim(), answer);
}

/** The lines on questions that are over, by the key of the entry after which they were closed. */
export function answeredLines(
  entries: readonly Pick<TimelineEntry, "id" | "timestamp">[],
  closed: readonly ClosedElicitation[],
): ReadonlyMap<string, readonly string[]> {
  const lines = new Map<string, string[]>();
  for (const question of closed) {
    const at = Date.parse(question.closed_at);
    const before = entries.findLast(({ timestamp }) => timestamp !== null && Date.parse(timestamp) <= at);
    if (before) lines.set(before.id, [...(lines.get(before.id) ?? []), answeredLine(question)]);
  }
  return lines;
}
