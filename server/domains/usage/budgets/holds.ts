import type { Database } from "../../../db/open.ts";
import type { Clock } from "../../../lib/clock.ts";
import { periodAt } from "./periods.ts";
import { covers, holds, type SessionOfBudget } from "./rules.ts";
import { budgetSpending } from "./spending.ts";
import { type BudgetRow, budgetStore } from "./store.ts";
import { labelOf, text } from "./text.ts";

export type BudgetHolds = ReturnType<typeof budgetHolds>;

/** Why a session waits, and until when if the limit stays. */
interface BudgetHold {
  detail: string;
  until: number;
}

/**
 * Which sessions have to wait for a budget that is used up: as the last check stored it, or as what was recorded since says.
 */
export function budgetHolds({ database, clock }: { database: Database; clock: Clock }) {
  const store = budgetStore(database);
  const spending = budgetSpending();
  let read: ((sessionId: number) => Promise<unknown>) | null = null;
  /** Read by each decision on a session. */
  let rows: readonly BudgetRow[] | null = null;

  const all = (): readonly BudgetRow[] => {
    rows ??= store.all();
    return rows;
  };

  return {
    spending,
    all,

    /** Budgets changed. */
    forget(): void {
      rows = null;
    },

    /** Null if no budget holds the session. It ends by itself with the period; of several budgets, with the last one. */
    hold(session: SessionOfBudget): BudgetHold | null {
      let last: BudgetHold | null = null;
      for (const row of all()) {
        if (!holds(row, session)) continue;
        const { from, to: until } = periodAt(row.period, clock.now());
        if (row.reachedFor !== from && !spending.isOver(row, from)) continue;
        if (last === null || until > last.until)
          last = { detail: text.hold(labelOf(row), row.limitUsd, row.period), until };
      }
      return last;
    },

    /** What reads the calls that a session made, for the budgets. */
    readWith(reader: (sessionId: number) => Promise<unknown>): void {
      read = reader;
    },

    /** Before the session's next turn is decided on: reads what it spent, if that can use up a budget that then holds turns. */
    async readSpending(session: Pick<SessionOfBudget, "id" | "agentRoot">): Promise<void> {
      const matters = all().some(
        (row) =>
          row.atLimit !== "notify" &&
          covers(row, session) &&
          row.reachedFor !== periodAt(row.period, clock.now()).from,
      );
      if (matters) await read?.(session.id);
    },
  };
}
