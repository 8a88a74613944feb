import { Link } from "@tanstack/react-router";
import { CircleDollarSign } from "lucide-react";
import { useBudgets } from "./api.ts";
import { formatDollars } from "./format-cost.ts";
import { text } from "./text.ts";

/** The budgets that are nearly or wholly used up, whoever spent them; nothing while there is none. */
export function BudgetNotices() {
  const used = useBudgets().data?.budgets.filter(({ state }) => state !== "within") ?? [];
  if (used.length === 0) return null;
  return (
    <ul aria-label={text.budgets.title} className="flex flex-col gap-2">
      {used.map(({ id, label, period, state, at_limit, spent_usd: spent, limit_usd: limit }) => (
        <li
          key={id}
          className={`flex items-start gap-2.5 rounded-lg px-4 py-2.5 text-sm ${
            state === "reached" ? "bg-failed-soft text-failed" : "bg-needs-soft text-needs"
          }`}
        >
          <CircleDollarSign aria-hidden className="mt-0.5 size-4 shrink-0" />
          <div className="min-w-0 flex-1">
            <Link to="/costs" className="font-medium wrap-anywhere hover:underline">
              {text.budgets.name(label, text.budgets.periods[period])}
              {": "}
              {text.budgets.spent(spent === null ? "–" : formatDollars(spent), formatDollars(limit))}
            </Link>
            <p className="text-xs">
              {state === "reached" ? text.budgets.reached[at_limit] : text.budgets.effects[at_limit]}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}
