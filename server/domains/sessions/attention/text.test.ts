import { expect, it } from "vitest";
import type { AttentionReason } from "./rules.ts";
import { text } from "./text.ts";

it.each<[AttentionReason, string]>([
  [{ code: "asks", question: null }, "The agent asks a question"],
  [{ code: "asks", question: "May I\n delete it?" }, "May I delete it?"],
  [{ code: "question_lost", question: "May I?" }, "Not answered: May I?"],
  [{ code: "question_lost", question: "" }, "A question was not answered"],
  [{ code: "ended_on_question", question: null }, "The agent waits for an answer"],
  [{ code: "sign_in", servers: ["tracker", "wiki"] }, "Sign in to tracker and wiki"],
  [{ code: "failed", reason: "billing", detail: "No credit.\nat x" }, "No credit."],
  [{ code: "failed", reason: "model_not_found", detail: null }, "The last turn failed: model not found"],
  [{ code: "failed", reason: null, detail: " " }, "The last turn failed"],
  [{ code: "goal_unmet", check: null }, "The goal is not met"],
  [{ code: "ready", name: "acme/site#1" }, "acme/site#1 is ready to merge"],
  [{ code: "changes", files: 1, additions: 2, deletions: 0 }, "1 changed file to look at (+2 −0)"],
  [{ code: "changes", files: 3, additions: 2, deletions: 9 }, "3 changed files to look at (+2 −9)"],
  [{ code: "corrected", as: "done" }, "Marked as done"],
])("says %j", (reason, words) => {
  expect(text.reason(reason)).toBe(words);
});
