import type { BudgetPeriod } from "./model.ts";

/** In milliseconds; `to` is not included. */
export interface Period {
  from: number;
  to: number;
}

/** The day, week (from Monday) or month that `now` is in, by the clock of this machine. */
export function periodAt(period: BudgetPeriod, now: number): Period {
  const start = new Date(now);
  start.setHours(0, 0, 0, 0);
  if (period === "week") start.setDate(start.getDate() - ((start.getDay() + 6) % 7));
  if (period === "month") start.setDate(1);
  const end = new Date(start);
  if (period === "day") end.setDate(end.getDate() + 1);
  if (period === "week") end.setDate(end.getDate() + 7);
  if (period === "month") end.setMonth(end.getMonth() + 1);
  return { from: start.getTime(), to: end.getTime() };
}
