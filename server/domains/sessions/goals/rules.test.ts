import { describe, expect, it } from "vitest";
import { builtInGoals } from "./built-in.ts";
import { goalView } from "./model.ts";
import { MAX_GOAL, parseGoal, resolveGoalText } from "./rules.ts";
import { goalBlock } from "./text.ts";

const ids = builtInGoals.map(({ id }) => id);

describe("parseGoal", () => {
  it.each([
    ["takes an empty text as none", "", { kind: "none" }],
    ["takes blanks as none", " \n\t", { kind: "none" }],
    ["knows an id of the catalog", "codebase-question", { kind: "known", id: "codebase-question" }],
    ["knows an id with blanks around it", " codebase-question\n", { kind: "known", id: "codebase-question" }],
    ["compares ids by case", "Codebase-Question", { kind: "unknown_id", id: "Codebase-Question" }],
    ["refuses a single word", "done", { kind: "unknown_id", id: "done" }],
    ["refuses a word with every id character", "a-b_c.9", { kind: "unknown_id", id: "a-b_c.9" }],
    ["takes two words as free text", "fix it", { kind: "free", text: "fix it" }],
    ["takes a word with other punctuation as free text", "done!", { kind: "free", text: "done!" }],
    [
      "takes a word outside ASCII as free text",
      "fertigstellen·überprüft",
      { kind: "free", text: "fertigstellen·überprüft" },
    ],
    ["trims free text", "  Make CI green.  ", { kind: "free", text: "Make CI green." }],
    ["takes a text of exactly the limit", `a ${"b".repeat(MAX_GOAL - 2)}`, { kind: "free" }],
    ["counts the limit after trimming", `  a ${"b".repeat(MAX_GOAL - 2)}  `, { kind: "free" }],
    ["refuses one character over the limit", `a ${"b".repeat(MAX_GOAL - 1)}`, { kind: "too_long" }],
  ])("%s", (_title, text, expected) => {
    expect(parseGoal(text, ids)).toMatchObject(expected);
  });
});

describe("resolveGoalText", () => {
  it.each([
    ["gives nothing for no goal", null, null],
    ["gives nothing for a blank goal", "  ", null],
    ["gives the description of a known id", "codebase-question", builtInGoals[0]?.description],
    ["gives free text verbatim", "Make CI green.", "Make CI green."],
    ["leaves out an id that left the catalog", "retired-goal", null],
  ])("%s", (_title, stored, expected) => {
    expect(resolveGoalText(stored, builtInGoals)).toBe(expected);
  });
});

it("states the goal to the agent under its own heading", () => {
  expect(goalBlock("Make CI green.")).toMatch(/^## Goal of this session\n\nMake CI green\.\n\n/);
});

describe("the catalog of goals", () => {
  it("has the four goals with their checks", () => {
    const pullRequest = [
      "pull_request_open",
      "ci_green",
      "verification_section",
      "verification_boxes_checked",
      "ready_to_merge_label",
    ];
    expect(Object.fromEntries(builtInGoals.map(({ id, checks }) => [id, checks]))).toEqual({
      "codebase-question": ["no_pull_request"],
      "open-reviewed-green-pr": pullRequest,
      "open-reviewed-green-pr-with-version-bump": pullRequest,
      "e2e-verified-green-pr": pullRequest,
    });
  });

  it("keeps every goal within its wire format and the length limit", () => {
    for (const goal of builtInGoals) {
      expect(goalView.parse(goal)).toEqual(goal);
      expect(parseGoal(goal.description, []).kind).toBe("free");
    }
  });
});
