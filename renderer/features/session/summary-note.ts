import type { StatusSummary } from "../../../server/domains/sessions/summaries/model.ts";

/** What there is to say below the summary, one line; empty where the text says it all. */
export function summaryNote(summary: StatusSummary): string {
  if (summary.generating) return "A summary is being written…";
  if (summary.state === "pending") return "A summary will be written soon.";
  if (summary.summary === null) return summary.state === "failed" ? "" : "No summary yet.";
  return ageNote(summary.messages_since_generated);
}

function ageNote(messages: number | null): string {
  if (messages === null) return "";
  if (messages === 0) return "Up to date.";
  return `${messages} message${messages === 1 ? "" : "s"} since then.`;
}
