import type { Database } from "../../../db/open.ts";
import type { Clock } from "../../../lib/clock.ts";
import { periodAt } from "./periods.ts";
import { holds, type SessionOfBudget } from "./rules.ts";
import { type BudgetRow, budgetStore } from "./store.ts";
import { labelOf, text } from "./text.ts";

export type BudgetHolds = ReturnType<typeof budgetHolds>;

/** Why a session waits, and until when if the limit stays. */
interface BudgetHold {
  detail: string;
  until: number;
}

/** Which sessions have to wait for a budget that is used up, as the last check stored it. */
export function budgetHolds({ database, clock }: { database: Database; clock: Clock }) {
  const store = budgetStore(database);
  /** Read by each decision on a session. */
  let rows: readonly BudgetRow[] | null = null;

  const all = (): readonly BudgetRow[] => {
    rows ??= store.all();
    return rows;
  };

  return {
    exist: (): boolean => all().length > 0,

    /** Budgets changed. */
    forget(): void {
      rows = null;
    },

    /** Null if no budget holds the session. It ends by itself with the period; of several budgets, with the last one. */
    hold(session: SessionOfBudget): BudgetHold | null {
      let last: BudgetHold | null = null;
      for (const row of all()) {
        if (row.reachedFor === null || !holds(row, session)) continue;
        const { from, to: until } = periodAt(row.period, clock.now());
        if (row.reachedFor === from && (last === null || until > last.until))
          last = { detail: text.hold(labelOf(row), row.limitUsd, row.period), until };
      }
      return last;
    },
  };
}
