import type { AtLimit, BudgetPeriod, BudgetScope } from "./model.ts";

const dollars = (usd: number): string => `$${usd.toFixed(2)}`;
const per: Record<BudgetPeriod, string> = { day: "today", week: "this week", month: "this month" };

const then: Record<AtLimit, string> = {
  notify: "",
  hold_spot: " Spot sessions wait until the limit is raised or the period is over.",
  pause_sessions: " Sessions pause after their turn until the limit is raised or the period is over.",
};

/** The words of budgets. */
export const text = {
  all: "Everything",
  root: (name: string): string => `Agent root ${name}`,
  session: (id: number): string => `Session ${id}`,
  warned: (
    label: string,
    spent: number,
    { limit, period }: { limit: number; period: BudgetPeriod },
  ): string => `Budget: ${label} has cost ${dollars(spent)} of ${dollars(limit)} ${per[period]}.`,
  reached: (
    label: string,
    spent: number,
    { limit, period, atLimit }: { limit: number; period: BudgetPeriod; atLimit: AtLimit },
  ): string =>
    `Budget used up: ${label} has cost ${dollars(spent)} of ${dollars(limit)} ${per[period]}.${then[atLimit]}`,
  short: {
    warned: (label: string, limit: number, period: BudgetPeriod): string =>
      `Budget nearly used up: ${label}, ${dollars(limit)} ${per[period]}`,
    reached: (label: string, limit: number, period: BudgetPeriod): string =>
      `Budget used up: ${label}, ${dollars(limit)} ${per[period]}`,
  },
  /** Why a session waits. */
  hold: (label: string, limit: number, period: BudgetPeriod): string =>
    `The budget of ${dollars(limit)} ${per[period]} is used up (${label}).`,
};

/** What a budget is for. */
export function labelOf(of: {
  scope: BudgetScope;
  agentRoot: string | null;
  sessionId: number | null;
}): string {
  if (of.scope === "agent_root") return text.root(of.agentRoot ?? "");
  return of.scope === "session" ? text.session(of.sessionId ?? 0) : text.all;
}
