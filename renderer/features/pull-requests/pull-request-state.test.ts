import { expect, it } from "vitest";
import type { OpenedPullRequest } from "../../../server/domains/review/pull-requests/model.ts";
import { mainPullRequest, pullRequestText } from "./pull-request-state.ts";

const request = (changes: Partial<OpenedPullRequest>): OpenedPullRequest => ({
  url: "https://git.example/a/b/1",
  name: "a/b#1",
  title: null,
  state: "open",
  is_draft: false,
  ci: null,
  link_only: false,
  ...changes,
});

it.each([
  [{ ci: "fail" }, "a/b#1, open, checks failing"],
  [{ is_draft: true, ci: "none" }, "a/b#1, draft, no checks"],
  [{ state: "merged", is_draft: true }, "a/b#1, merged"],
  [{ state: null }, "a/b#1, status unknown"],
  [{ state: null, link_only: true }, "a/b#1, not read"],
] as const)("describes %j as %s", (changes, words) => {
  expect(pullRequestText(request(changes))).toBe(words);
});

it("prefers the newest open one to those that are closed", () => {
  const all = [
    request({ name: "1" }),
    request({ name: "2", state: null }),
    request({ name: "3", state: "merged" }),
  ];
  expect(mainPullRequest(all)?.name).toBe("2");
  expect(mainPullRequest(all.slice(2))?.name).toBe("3");
  expect(mainPullRequest([])).toBeUndefined();
});
