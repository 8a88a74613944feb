import type { StatusSummary } from "../../../server/domains/transcripts/summaries/model.ts";
import { text } from "./text.ts";

/** A line below the summary about its age or progress; may be empty. */
export function summaryNote(summary: StatusSummary): string {
  if (summary.generating) return text.summaryNote.generating;
  if (summary.state === "pending") return text.summaryNote.pending;
  if (summary.summary === null) return summary.state === "failed" ? "" : text.summaryNote.none;
  return ageNote(summary.messages_since_generated);
}

function ageNote(messages: number | null): string {
  if (messages === null) return "";
  if (messages === 0) return text.summaryNote.current;
  return text.summaryNote.newer(messages);
}
