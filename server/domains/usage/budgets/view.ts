import { instant } from "../../../lib/instant.ts";
import type { Budget } from "./model.ts";
import { periodAt } from "./periods.ts";
import type { BudgetState } from "./rules.ts";
import type { BudgetRow } from "./store.ts";
import { labelOf } from "./text.ts";

export function viewOf(row: BudgetRow, { now, spentUsd }: { now: number; spentUsd: number | null }): Budget {
  const { from, to } = periodAt(row.period, now);
  return {
    id: row.id,
    scope: row.scope,
    agent_root: row.agentRoot,
    session_id: row.sessionId,
    label: labelOf(row),
    period: row.period,
    limit_usd: row.limitUsd,
    warn_share: row.warnShare,
    at_limit: row.atLimit,
    spent_usd: spentUsd,
    state: knownState(row, from),
    from: instant(from),
    to: instant(to),
    created_at: instant(row.createdAt),
    updated_at: instant(row.updatedAt),
  };
}

/** As stored for the period that begins at `from`. */
export function knownState({ warnedFor, reachedFor }: BudgetRow, from: number): BudgetState {
  if (reachedFor === from) return "reached";
  return warnedFor === from ? "warned" : "within";
}
