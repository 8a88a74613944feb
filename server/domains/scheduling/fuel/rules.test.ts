import { describe, expect, it } from "vitest";
import type { Budget } from "../../usage/budgets/model.ts";
import { nextChange, tightestBudget } from "./rules.ts";

const budget = (label: string, spent_usd: number | null, limit_usd: number): Budget => ({
  id: 1,
  scope: "all",
  agent_root: null,
  session_id: null,
  label,
  period: "week",
  limit_usd,
  warn_share: 0.8,
  at_limit: "notify",
  spent_usd,
  state: "within",
  from: "",
  to: "",
  created_at: "",
  updated_at: "",
});

describe("tightestBudget", () => {
  it("is the one of which the greatest part is spent, not the most dollars", () => {
    const all = [budget("Everything", 40, 100), budget("Session 5", 9, 10), budget("Agent root till", 5, 10)];
    expect(tightestBudget(all)).toEqual({
      scope: "all",
      label: "Session 5",
      period: "week",
      limit_usd: 10,
      warn_share: 0.8,
      spent_usd: 9,
    });
  });

  it("is none while none was added up", () => {
    expect(tightestBudget([])).toBeNull();
    expect(tightestBudget([budget("Everything", null, 100)])).toBeNull();
    expect(tightestBudget([budget("One", null, 1), budget("Two", 0, 1)])).toMatchObject({ label: "Two" });
  });
});

it("takes the first moment that is still to come", () => {
  expect(nextChange([null, 5, 30, 20], 100, 10)).toBe(20);
  expect(nextChange([null, 5, 10], 100, 10)).toBe(100);
});
