import { describe, expect, it } from "vitest";
import type { BudgetFuel, Fuel, RuntimeFuel } from "../../../server/domains/scheduling/fuel/model.ts";
import { shortDateTime } from "../../lib/time.ts";
import { toneOf } from "../../ui/meter-tone.ts";
import {
  backWords,
  budgetLine,
  isCounted,
  isUsedUp,
  runtimeLine,
  todayLine,
  untilNextRead,
} from "./view-model.ts";

const now = Date.parse("2026-11-20T10:00:00Z");
const minute = 60_000;
const at = (ms: number): string => new Date(now + ms).toISOString();
const clockAt = (ms: number): string => shortDateTime(new Date(now + ms), new Date(now));

const runtime = (more: Partial<RuntimeFuel> = {}): RuntimeFuel => ({
  runtime: "codex",
  label: "Codex",
  window: { name: "five_hour", utilization: 0.42, resets_at: at(90 * minute) },
  lacks: null,
  back_at: null,
  waiting_sessions: 0,
  ...more,
});
const budget = (more: Partial<BudgetFuel> = {}): BudgetFuel => ({
  scope: "all",
  label: "Everything",
  period: "week",
  limit_usd: 50,
  warn_share: 0.8,
  spent_usd: 40,
  ...more,
});
const today: Fuel["today"] = { usd: 12.34, tokens: 900, unpriced_models: [] };

describe("a runtime", () => {
  it("has the share of its fullest window, with when that is reset", () => {
    expect(runtimeLine(runtime(), now)).toEqual({
      name: "Codex",
      figure: "42%",
      title: `5 hours: 42% used, next reset ${clockAt(90 * minute)}`,
      tone: "calm",
      share: 0.42,
      meter: "Quota of Codex",
    });
  });

  it("names no reset that is unknown or has passed", () => {
    for (const resets_at of [null, at(0)])
      expect(
        runtimeLine(runtime({ window: { name: "weekly", utilization: 1, resets_at } }), now),
      ).toMatchObject({ title: "7 days: 100% used", tone: "full", share: 1 });
  });

  it("is full without quota, whatever was read, and has no bar without a credential or a reading", () => {
    expect(runtimeLine(runtime({ lacks: "quota" }), now)).toMatchObject({
      figure: "Out of quota",
      tone: "full",
      share: 1,
    });
    expect(runtimeLine(runtime({ lacks: "credential", window: null }), now)).toMatchObject({
      figure: "No access",
      title: "",
      tone: "full",
      share: null,
    });
  });
});

describe("the time until quota is back", () => {
  it.each([
    [72 * minute, ", in 1 h 12 min"],
    [10 * minute, ", in 10 min"],
    [10 * minute - 1_000, ", in 9 min 59 s"],
    [1_500, ", in 2 s"],
  ])("counts %i ms", (leftMs, left) => {
    expect(backWords(at(leftMs), now)).toBe(`Back ${clockAt(leftMs)}${left}`);
  });

  it("has no time left from its very moment", () => {
    expect(backWords(at(0), now)).toBe("Back any moment now");
  });

  it("is counted by seconds from eleven minutes on, so that no clock of minutes is late for ten", () => {
    expect([11 * minute, 11 * minute - 1, -1].map((ms) => isCounted(at(ms), now))).toEqual([
      false,
      true,
      true,
    ]);
  });
});

describe("what was spent", () => {
  it("is not drawn before the first call", () => {
    expect(todayLine({ today: null, budget: null })).toBeNull();
    expect(budgetLine({ today: null, budget: null })).toBeNull();
  });

  it("is a figure of its own beside a budget for more than a day", () => {
    const fuel = { today, budget: budget() };
    expect(todayLine(fuel)).toMatchObject({ name: "Spent today", figure: "$12.34", share: null });
    expect(budgetLine(fuel)).toEqual({
      name: "This week",
      figure: "$40.00 of $50.00",
      title: "Everything, this week: 80%",
      tone: "warns",
      share: 0.8,
      meter: "Budget, this week",
    });
  });

  it("is one line with the budget for every day", () => {
    const fuel = { today, budget: budget({ period: "day", limit_usd: 12 }) };
    expect(todayLine(fuel)).toMatchObject({
      figure: "$12.34 of $12.00",
      tone: "full",
      meter: "Budget, today",
    });
    expect(budgetLine(fuel)).toBeNull();
    expect(budgetLine({ ...fuel, today: null })).toMatchObject({ name: "Today" });
  });

  it("names whose budget it is, unless it is for everything", () => {
    const own = budget({ scope: "agent_root", label: "Agent root till", period: "day" });
    expect(budgetLine({ today, budget: own })).toMatchObject({ name: "Agent root till, today" });
  });

  it("has tokens where no price is known", () => {
    const unpriced = { usd: 0, tokens: 84_000, unpriced_models: ["nova-1"] };
    expect(todayLine({ today: unpriced, budget: null })?.figure).toBe("84K tokens");
  });
});

it("warns from the share of a budget, 80 percent otherwise, and is full at 100", () => {
  expect([0.79, 0.8, 0.99, 1].map((share) => toneOf(share))).toEqual(["calm", "warns", "warns", "full"]);
  expect([toneOf(0.85, 0.9), toneOf(0.9, 0.9)]).toEqual(["calm", "warns"]);
});

it("marks what is used up: a runtime that no account serves, a budget that is spent", () => {
  const runtimes = [runtime()];
  expect(isUsedUp({ runtimes, budget: budget() })).toBe(false);
  expect(isUsedUp({ runtimes: [...runtimes, runtime({ lacks: "quota" })], budget: null })).toBe(true);
  expect(isUsedUp({ runtimes, budget: budget({ spent_usd: 50 }) })).toBe(true);
});

it("reads again a little after the next change, but not at once, and often enough for what no event tells", () => {
  const until = (ms: number): number => untilNextRead({ changes_at: at(ms) }, now);
  expect([-minute, 0, minute, 100 * 60 * minute].map(until)).toEqual([5_000, 5_000, 61_000, 10 * minute]);
});
