import { describe, expect, it } from "vitest";
import type { Configs } from "../../../server/domains/surfaces/configs/model.ts";
import { goalForm, goalOf, isCustom, isLong, shownGoal, verdictText } from "./goal.ts";

const goals: Configs["goals"] = [
  { id: "green", name: "Green pull request", description: "Make it green.", checks: ["ci_green"] },
];

describe("a goal", () => {
  it("from the catalog has a name and a description, a custom one only a description", () => {
    expect(shownGoal("green", goals)).toEqual({ name: "Green pull request", description: "Make it green." });
    expect(shownGoal("Be done.", goals)).toEqual({ name: null, description: "Be done." });
  });

  it.each([null, "green", "Be done."])("is saved unchanged without edits: %j", (goal) => {
    expect(goalOf(goalForm(goal, goals))).toBe(goal);
  });

  it("is removed by choosing none and by an empty custom goal", () => {
    expect(goalOf({ choice: "none", own: "Be done." })).toBeNull();
    const own = { ...goalForm("Be done.", goals), own: "  " };
    expect(isCustom(own)).toBe(true);
    expect(goalOf(own)).toBeNull();
  });
});

it("says that a provisional verdict may change", () => {
  expect(verdictText({ verdict: "unmet", provisional: true })).toBe("Not met so far");
  expect(verdictText({ verdict: "met", provisional: false })).toBe("Met");
});

it.each([
  ["x".repeat(140), false],
  ["x".repeat(141), true],
  ["1\n2\n3\n4", false],
  ["1\n2\n3\n4\n5", true],
])("calls a goal of more than four lines long: %j", (goal, long) => {
  expect(isLong(goal)).toBe(long);
});
