import { expect, it } from "vitest";
import type { ReadPullRequest } from "../../../server/domains/changes/model.ts";
import { checksOf, runWords, stateWord } from "./pull-request-words.ts";

const read = (more: Partial<ReadPullRequest> = {}): ReadPullRequest => ({
  url: "https://github.com/acme/site/pull/1",
  name: "acme/site#1",
  title: "One",
  state: "open",
  is_draft: false,
  ci: "pass",
  merge_runs: null,
  read_at: null,
  problem: null,
  ...more,
});

it.each([
  [read(), "open"],
  [read({ is_draft: true }), "a draft"],
  [read({ state: "merged", is_draft: true }), "merged"],
  [read({ state: null, is_draft: null }), "not read yet"],
])("names the state of %j", (request, word) => {
  expect(stateWord(request)).toBe(word);
});

it("says of checks what is known of them, and nothing of what is not", () => {
  expect(checksOf(read())).toEqual({ words: "its checks pass", tone: "good" });
  expect(checksOf(read({ ci: "fail" }))).toEqual({ words: "its checks fail", tone: "bad" });
  expect(checksOf(read({ ci: "none" }))).toEqual({ words: "it has no checks", tone: "quiet" });
  expect(checksOf(read({ ci: null }))).toBeNull();
});

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
