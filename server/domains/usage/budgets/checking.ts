import type { Database } from "../../../db/open.ts";
import type { Clock } from "../../../lib/clock.ts";
import { type Period, periodAt } from "./periods.ts";
import { stateOf } from "./rules.ts";
import type { BudgetSpending } from "./spending.ts";
import type { BudgetRow, budgetStore } from "./store.ts";
import { labelOf, text } from "./text.ts";
import { knownState } from "./view.ts";

/** What a scope has cost in a period, and the session that cost the most of it. */
interface Spent {
  usd: number;
  topSessionId: number | null;
}

export interface CheckDeps {
  database: Database;
  clock: Clock;
  store: ReturnType<typeof budgetStore>;
  spending: BudgetSpending;
  spent(of: { agentRoot: string | null; sessionId: number | null }, period: Period): Promise<Spent>;
  /** Tells the person; in the inbox too, if it is about a session. */
  notify(sessionId: number | null, message: string): void;
  changed(): void;
  /** Another amount was added up than before. */
  onAddedUp(): void;
  /** Plans a check. */
  checkAt(at: number): void;
}

/** Compares what was spent with each budget. */
export function budgetCheck(deps: CheckDeps) {
  const { database, clock, store, spending } = deps;

  /** Stores the state of a budget, once for each of its periods. Returns the notice to send. */
  function settle(
    row: BudgetRow,
    { from, to }: Period,
    { usd, wasOver }: Spent & { wasOver: boolean },
  ): string | null {
    const state = stateOf(usd, row);
    const before = knownState(row, from);
    // Whoever shows that it is used up learns when it no longer is.
    if (state !== "within") deps.checkAt(to);
    const isOfEarlier = [row.warnedFor, row.reachedFor].some((at) => at !== null && at !== from);
    if (state === before && !isOfEarlier) {
      // What it held for the time being goes on.
      if (state !== "reached" && wasOver) deps.changed();
      return null;
    }
    store.change(row.id, {
      warnedFor: state === "within" ? null : from,
      reachedFor: state === "reached" ? from : null,
    });
    deps.changed();
    if (state === before) return null;
    const { limitUsd: limit, period, atLimit } = row;
    if (state === "reached") return text.reached(labelOf(row), usd, { limit, period, atLimit });
    return state === "warned" && before === "within"
      ? text.warned(labelOf(row), usd, { limit, period })
      : null;
  }

  async function check(): Promise<void> {
    let isOther = false;
    for (const { id, period, agentRoot, sessionId } of store.all()) {
      const now = periodAt(period, clock.now());
      const keep = spending.beginCheck(id, now.from);
      const spent = await deps.spent({ agentRoot, sessionId }, now);
      database.transaction(() => {
        const row = store.find(id);
        if (row?.period !== period) return;
        const wasOver = spending.isOver(row, now.from);
        isOther ||= spending.addedUpUsd(id, now.from) !== spent.usd;
        keep(spent.usd);
        const notice = settle(row, now, { ...spent, wasOver });
        if (notice !== null) deps.notify(sessionId ?? spent.topSessionId, notice);
      });
    }
    if (isOther) deps.onAddedUp();
  }

  let last = Promise.resolve();
  /** One after another, so that what an earlier one read does not replace what a later one did. */
  return function checkInTurn(): Promise<void> {
    last = last.then(check, check);
    return last;
  };
}
