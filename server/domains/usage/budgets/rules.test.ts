import { describe, expect, it } from "vitest";
import { type BudgetTerms, holds, stateOf } from "./rules.ts";

const terms: BudgetTerms = {
  scope: "all",
  agentRoot: null,
  sessionId: null,
  limitUsd: 10,
  warnShare: 0.8,
  atLimit: "hold_spot",
};
const session = { id: 7, agentRoot: "builder", isPriority: false };

describe("a budget", () => {
  it.each([
    [7.99, "within"],
    [8, "warned"],
    [10, "reached"],
  ])("of which %s of 10 dollars is spent is %s", (spent, state) => {
    expect(stateOf(spent, terms)).toBe(state);
  });

  it.each<[string, Partial<BudgetTerms>, Partial<typeof session>, boolean]>([
    ["spot sessions wait for a budget of everything", {}, {}, true],
    ["priority sessions go on", {}, { isPriority: true }, false],
    [
      "priority sessions go on where sessions pause",
      { atLimit: "pause_sessions" },
      { isPriority: true },
      false,
    ],
    ["nothing waits for a notice", { atLimit: "notify" }, {}, false],
    ["sessions of its root wait", { scope: "agent_root", agentRoot: "builder" }, {}, true],
    ["sessions of another root go on", { scope: "agent_root", agentRoot: "checker" }, {}, false],
    ["its session waits", { scope: "session", sessionId: 7 }, {}, true],
    ["another session goes on", { scope: "session", sessionId: 8 }, {}, false],
    [
      "a priority session pauses for its own budget",
      { scope: "session", sessionId: 7, atLimit: "pause_sessions" },
      { isPriority: true },
      true,
    ],
  ])("holds: %s", (_title, changes, of, expected) => {
    expect(holds({ ...terms, ...changes }, { ...session, ...of })).toBe(expected);
  });
});
