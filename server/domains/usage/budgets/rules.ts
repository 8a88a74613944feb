import type { AtLimit, BudgetScope } from "./model.ts";

/** A budget as a decision sees it. */
export interface BudgetTerms {
  scope: BudgetScope;
  agentRoot: string | null;
  sessionId: number | null;
  limitUsd: number;
  warnShare: number;
  atLimit: AtLimit;
}

export interface SessionOfBudget {
  id: number;
  agentRoot: string | null;
  isPriority: boolean;
}

export type BudgetState = "within" | "warned" | "reached";

export function stateOf(
  spentUsd: number,
  { limitUsd, warnShare }: Pick<BudgetTerms, "limitUsd" | "warnShare">,
): BudgetState {
  if (spentUsd >= limitUsd) return "reached";
  return spentUsd >= limitUsd * warnShare ? "warned" : "within";
}

/** Whether what a session spends counts. */
export const covers = (
  { scope, agentRoot, sessionId }: Pick<BudgetTerms, "scope" | "agentRoot" | "sessionId">,
  session: Pick<SessionOfBudget, "id" | "agentRoot">,
): boolean =>
  scope === "all" || (scope === "agent_root" ? agentRoot === session.agentRoot : sessionId === session.id);

/**
 * Whether a session has to wait while this budget is used up. Priority sessions go on, except the one whose own budget
 * says that it pauses.
 */
export function holds(budget: BudgetTerms, session: SessionOfBudget): boolean {
  if (budget.atLimit === "notify" || !covers(budget, session)) return false;
  return !session.isPriority || (budget.atLimit === "pause_sessions" && budget.scope === "session");
}
