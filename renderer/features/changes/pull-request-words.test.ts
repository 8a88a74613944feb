import { expect, it } from "vitest";
import { runWords } from "./pull-request-words.ts";

it.each([
  [
    { name: "Deploy", status: "completed", conclusion: "success" },
    { words: "success", tone: "good" },
  ],
  [
    { name: "Deploy", status: "completed", conclusion: "timed_out" },
    { words: "timed out", tone: "bad" },
  ],
  [
    { name: "Deploy", status: "completed", conclusion: "skipped" },
    { words: "skipped", tone: "quiet" },
  ],
  [
    { name: "Deploy", status: "in_progress", conclusion: null },
    { words: "in progress", tone: "waiting" },
  ],
])("says how %j goes", (run, words) => {
  expect(runWords(run)).toEqual(words);
});
