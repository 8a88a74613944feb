import { describe, expect, it } from "vitest";
import type { Configs } from "../../../server/domains/agents/configs/model.ts";
import { goalForm, goalOf, isCustom, isLong, shownGoal, verdictText } from "./goal.ts";

const goals: Configs["goals"] = [
  { id: "green", name: "Green pull request", description: "Make it green.", checks: ["ci_green"] },
];

describe("a goal", () => {
  it("of the catalog shows its name and text, one in own words just these", () => {
    expect(shownGoal("green", goals)).toEqual({ name: "Green pull request", text: "Make it green." });
    expect(shownGoal("Be done.", goals)).toEqual({ name: null, text: "Be done." });
  });

  it.each([null, "green", "Be done."])("is sent as it was when nothing is changed: %j", (goal) => {
    expect(goalOf(goalForm(goal, goals))).toBe(goal);
  });

  it("is taken away by choosing none, and by leaving one's own words empty", () => {
    expect(goalOf({ choice: "none", own: "Be done." })).toBeNull();
    const own = { ...goalForm("Be done.", goals), own: "  " };
    expect(isCustom(own)).toBe(true);
    expect(goalOf(own)).toBeNull();
  });
});

it("says that a verdict may change while the session works", () => {
  expect(verdictText({ verdict: "unmet", provisional: true })).toBe("Not met so far");
  expect(verdictText({ verdict: "met", provisional: false })).toBe("Met");
});

it.each([
  ["x".repeat(140), false],
  ["x".repeat(141), true],
  ["1\n2\n3\n4", false],
  ["1\n2\n3\n4\n5", true],
])("folds a goal that takes more than four lines: %j", (text, long) => {
  expect(isLong(text)).toBe(long);
});
