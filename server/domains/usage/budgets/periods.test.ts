import { describe, expect, it } from "vitest";
import { periodAt } from "./periods.ts";

/** Thursday, by the clock of this machine. */
const now = new Date(2026, 10, 26, 15, 30).getTime();
const at = (month: number, date: number): number => new Date(2026, month, date).getTime();

describe("the period of a budget", () => {
  it("is the day, the week from Monday or the month, by the clock of this machine", () => {
    expect(periodAt("day", now)).toEqual({ from: at(10, 26), to: at(10, 27) });
    expect(periodAt("week", now)).toEqual({ from: at(10, 23), to: at(10, 30) });
    expect(periodAt("month", now)).toEqual({ from: at(10, 1), to: at(11, 1) });
  });

  it("begins with its first moment", () => {
    expect(periodAt("week", at(10, 23)).from).toBe(at(10, 23));
    expect(periodAt("month", at(11, 1) - 1).to).toBe(at(11, 1));
    expect(periodAt("week", at(10, 29)).from).toBe(at(10, 23));
  });
});
