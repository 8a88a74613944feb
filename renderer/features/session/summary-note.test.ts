import { expect, it } from "vitest";
import type { StatusSummary } from "../../../server/domains/transcripts/summaries/model.ts";
import { summaryNote } from "./summary-note.ts";

const idle: StatusSummary = {
  state: "idle",
  generating: false,
  error: null,
  summary: null,
  messages_since_generated: null,
};
const ready: StatusSummary = { ...idle, state: "ready", summary: "Done.", messages_since_generated: 0 };

it.each<[StatusSummary, string]>([
  [idle, "No summary yet."],
  [{ ...idle, state: "pending" }, "A summary will be written soon."],
  [{ ...ready, generating: true }, "Writing a summary…"],
  [ready, "Up to date."],
  [{ ...ready, messages_since_generated: 1 }, "1 message since then."],
  [{ ...ready, messages_since_generated: 7 }, "7 messages since then."],
  [{ ...idle, state: "failed", error: "The model refused." }, ""],
])("describes %j as: %s", (summary, note) => {
  expect(summaryNote(summary)).toBe(note);
});
