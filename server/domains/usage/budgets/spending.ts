import type { BudgetRow } from "./store.ts";

export type BudgetSpending = ReturnType<typeof budgetSpending>;

interface Spent {
  /** The start of the period that it is about. */
  from: number;
  /** Null until it was added up. */
  addedUpUsd: number | null;
  /** Recorded since. */
  sinceUsd: number;
}

/** What was spent of each budget in its period: what the last check added up, and what was recorded since. */
export function budgetSpending() {
  const known = new Map<number, Spent>();

  function of(id: number, from: number): Spent {
    const spent = known.get(id);
    if (spent?.from === from) return spent;
    const fresh = { from, addedUpUsd: null, sinceUsd: 0 };
    known.set(id, fresh);
    return fresh;
  }

  return {
    addedUpUsd: (id: number, from: number): number | null => of(id, from).addedUpUsd,

    /** May be too much until the next check: a call whose line grew is in it twice. */
    isOver({ id, limitUsd }: Pick<BudgetRow, "id" | "limitUsd">, from: number): boolean {
      const { addedUpUsd, sinceUsd } = of(id, from);
      return sinceUsd > 0 && (addedUpUsd ?? 0) + sinceUsd >= limitUsd;
    },

    onRecorded(id: number, from: number, usd: number): void {
      of(id, from).sinceUsd += usd;
    },

    /** A check begins to add up. Returns what stores its result. */
    beginCheck(id: number, from: number): (addedUpUsd: number) => void {
      const before = of(id, from).sinceUsd;
      return (addedUpUsd) => {
        const spent = of(id, from);
        spent.addedUpUsd = addedUpUsd;
        spent.sinceUsd = Math.max(spent.sinceUsd - before, 0);
      };
    },

    forget: (id: number): void => void known.delete(id),
  };
}
