import { describe, expect, it } from "vitest";
import { builtInGoals } from "./built-in.ts";
import { checkGoal } from "./check.ts";
import { combinedVerdict, type RecordedPullRequest, wantsPullRequest } from "./check-rules.ts";
import { type CheckVerdict, type GoalCheckName, goalCheck } from "./model.ts";

const goalOf = (id: string) => {
  const goal = builtInGoals.find((known) => known.id === id);
  if (!goal) throw new Error(`No goal ${id}`);
  return goal;
};
const prGoal = goalOf("open-reviewed-green-pr");
const question = goalOf("codebase-question");

const perfect: RecordedPullRequest = {
  sessionId: 1,
  url: "https://github.com/acme/site/pull/7",
  title: "Greet",
  state: "open",
  isDraft: false,
  ci: "pass",
  labels: ["ready to merge"],
  description: { verification: true, verified: 2, unchecked: 0 },
};
const neverRead: RecordedPullRequest = {
  ...perfect,
  title: null,
  state: null,
  isDraft: null,
  ci: null,
  labels: null,
  description: null,
};
const abandoned: RecordedPullRequest = {
  ...perfect,
  state: "closed",
  ci: null,
  labels: [],
  description: { verification: false, verified: 0, unchecked: 3 },
};

const check = (pullRequests: readonly RecordedPullRequest[], goal = prGoal, status = "needs_input") =>
  checkGoal(goal, { sessionId: 1, status, pullRequests });

const verdictOf = (name: GoalCheckName, pullRequests: readonly RecordedPullRequest[]) =>
  check(pullRequests).criteria.find(({ id }) => id === name)?.verdict;

describe("a goal check", () => {
  it.each<[string, readonly RecordedPullRequest[], CheckVerdict]>([
    ["is met by a pull request that has everything", [perfect], "met"],
    ["is met by one that was merged", [{ ...perfect, state: "merged", ci: null, labels: [] }], "met"],
    ["is unmet if none is recorded", [], "unmet"],
    ["is unknown if nothing was read", [neverRead], "unknown"],
    ["is pending while CI runs", [{ ...perfect, ci: "pending" }], "pending"],
    ["is pending if one fact is missing", [{ ...perfect, ci: "none" }], "pending"],
    [
      "is unmet if CI fails, even if other checks are pending",
      [{ ...perfect, ci: "fail", labels: null }],
      "unmet",
    ],
    ["is unmet if every pull request was closed", [abandoned], "unmet"],
    ["ignores a closed pull request if there is an open one", [abandoned, perfect], "met"],
    [
      "is unmet if one of two open pull requests fails a check",
      [perfect, { ...perfect, labels: [] }],
      "unmet",
    ],
  ])("%s", (_title, pullRequests, expected) => {
    const result = check(pullRequests);
    expect(result.verdict).toBe(expected);
    expect(goalCheck.parse(result)).toEqual(result);
  });

  it.each([
    ["running", true],
    ["waiting", true],
    ["failed", true],
    ["needs_input", false],
    ["archived", false],
  ])("of a session that is %s is provisional: %s", (status, provisional) => {
    expect(check([], prGoal, status).provisional).toBe(provisional);
  });

  it("of a question is met by no pull request, and unmet by any", () => {
    expect(check([], question).verdict).toBe("met");
    expect(check([abandoned], question).verdict).toBe("unmet");
  });

  it("names the child sessions whose pull requests it checked, each once", () => {
    const theirs = { ...perfect, sessionId: 2 };
    expect(check([theirs, theirs, { ...theirs, sessionId: 3 }]).delegated_session_ids).toEqual([2, 3]);
    expect(check([perfect]).delegated_session_ids).toEqual([]);
  });
});

describe("each check", () => {
  it.each<[GoalCheckName, string, Partial<RecordedPullRequest>, CheckVerdict]>([
    ["pull_request_open", "was not read", neverRead, "unknown"],
    ["pull_request_open", "was merged", { state: "merged" }, "met"],
    ["pull_request_open", "was closed", { state: "closed" }, "unmet"],
    ["ci_green", "was canceled", { ci: "cancel" }, "unmet"],
    ["ci_green", "has only skipped checks", { ci: "skipping" }, "unknown"],
    ["ci_green", "has no checks", { ci: "none" }, "unknown"],
    ["ci_green", "failed and was merged", { ci: "fail", state: "merged" }, "met"],
    ["ci_green", "was closed while green", { state: "closed" }, "unmet"],
    ["verification_section", "has no section", { description: abandoned.description }, "unmet"],
    ["verification_section", "has an unread description", { description: null }, "unknown"],
    [
      "verification_boxes_checked",
      "has no box under it",
      { description: { verification: true, verified: 0, unchecked: 0 } },
      "unmet",
    ],
    [
      "verification_boxes_checked",
      "has an unchecked box elsewhere",
      { description: { verification: true, verified: 3, unchecked: 1 } },
      "unmet",
    ],
    ["ready_to_merge_label", "spells it with hyphens", { labels: ["Ready-To-Merge"] }, "met"],
    ["ready_to_merge_label", "has another label", { labels: ["ready"] }, "unmet"],
    ["ready_to_merge_label", "was merged without it", { labels: [], state: "merged" }, "met"],
    ["ready_to_merge_label", "has unread labels", { labels: null }, "unknown"],
  ])("%s of one that %s", (name, _title, changes, expected) => {
    expect(verdictOf(name, [{ ...perfect, ...changes }])).toBe(expected);
  });

  it.each([
    "ci_green",
    "verification_section",
    "verification_boxes_checked",
    "ready_to_merge_label",
  ] as const)("%s is unknown without a pull request", (name) => {
    expect(verdictOf(name, [])).toBe("unknown");
  });
});

it("combines verdicts: unmet, then met, then pending, and unknown if nothing was read", () => {
  expect(combinedVerdict(["met", "unknown", "unmet"])).toBe("unmet");
  expect(combinedVerdict(["met", "met"])).toBe("met");
  expect(combinedVerdict(["met", "unknown"])).toBe("pending");
  expect(combinedVerdict(["unknown", "unknown"])).toBe("unknown");
});

it("knows which goals are checked against pull requests of child sessions", () => {
  expect(builtInGoals.map(wantsPullRequest)).toEqual([false, true, true, true]);
});
