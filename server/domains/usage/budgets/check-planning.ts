import type { JobResult } from "../../../jobs/definition.ts";
import type { JobQueue } from "../../../jobs/queue.ts";
import type { CountedCall } from "../../pricing/prices/index.ts";
import { budgetCheck, type CheckDeps } from "./checking.ts";
import type { BudgetHolds } from "./holds.ts";
import { checkBudgetsJob } from "./jobs.ts";
import { periodAt } from "./periods.ts";
import { covers } from "./rules.ts";

/** Calls of one turn come together. */
const checkAfterMs = 5_000;

/** Calls that were recorded. */
export interface RecordedSpending {
  sessionId: number;
  agentRoot: string | null;
  calls: readonly CountedCall[];
}

export interface ChecksDeps extends Omit<CheckDeps, "checkAt"> {
  jobs: Pick<JobQueue, "add" | "runNow">;
  holds: BudgetHolds;
  /** What a call costs. */
  priceUsd(call: CountedCall): number;
}

/** When budgets are checked, and what counts until then. */
export function budgetChecks(deps: ChecksDeps) {
  const { clock, jobs, holds, spending } = deps;
  const checkAll = budgetCheck({
    ...deps,
    checkAt: (at) => void jobs.add(checkBudgetsJob, {}, { key: `costs.budgets:${at}`, runAt: at }),
  });
  /** A check was asked for since the last one began: its job may be the one that runs. */
  let isDue = false;

  function checkSoon(afterMs = 0): number {
    isDue = true;
    return jobs.add(checkBudgetsJob, {}, { runAt: clock.now() + afterMs });
  }

  /** Counts calls until the next check does. Whether they use up a budget that was not used up before. */
  function note({ sessionId, agentRoot, calls }: RecordedSpending): boolean {
    let isOver = false;
    for (const row of holds.all()) {
      if (!covers(row, { id: sessionId, agentRoot })) continue;
      const { from } = periodAt(row.period, clock.now());
      for (const call of calls)
        if (call.calledAt >= from) spending.onRecorded(row.id, from, deps.priceUsd(call));
      isOver ||= row.reachedFor !== from && spending.isOver(row, from);
    }
    return isOver;
  }

  return {
    checkSoon,

    /** Compares what was spent with each budget. */
    async check(): Promise<JobResult> {
      isDue = false;
      await checkAll();
      return isDue ? { againAt: clock.now() + checkAfterMs } : undefined;
    },

    /** Something was spent, or costs something else now. Inside the transaction that stores it. */
    onSpent(recorded?: RecordedSpending): void {
      if (holds.all().length === 0) return;
      const isOver = recorded !== undefined && note(recorded);
      const job = checkSoon(checkAfterMs);
      if (isOver) jobs.runNow(job);
    },
  };
}
