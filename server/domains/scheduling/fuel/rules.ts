import type { Budget } from "../../usage/budgets/model.ts";
import type { BudgetFuel } from "./model.ts";

/** The budget for more than one session of which the greatest part is spent; null without one that was added up. */
export function tightestBudget(budgets: readonly Budget[]): BudgetFuel | null {
  const known = budgets.flatMap(({ scope, label, period, limit_usd, warn_share, spent_usd }) =>
    spent_usd === null || scope === "session"
      ? []
      : [{ scope, label, period, limit_usd, warn_share, spent_usd }],
  );
  const share = ({ spent_usd, limit_usd }: BudgetFuel): number => spent_usd / limit_usd;
  return known.reduce<BudgetFuel | null>(
    (most, one) => (most === null || share(one) > share(most) ? one : most),
    null,
  );
}

/** The first of these moments that is still to come; `last` is one of them. */
export const nextChange = (times: readonly (number | null)[], last: number, now: number): number =>
  Math.min(last, ...times.flatMap((at) => (at !== null && at > now ? [at] : [])));
