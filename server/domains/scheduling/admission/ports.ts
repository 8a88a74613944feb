import type { SchedulingClass } from "../../sessions/sessions/model.ts";
import type { BurnRates, QuotaReading } from "./model.ts";

/**
 * What is known of quota. Accounts answer this; nothing is known without them. Whoever learns something new calls
 * `onChanged` of the admission service.
 */
export interface QuotaPort {
  /** The newest reading for the runtime's sessions; null if there is none. */
  reading(runtime: string): QuotaReading | null;
  /** What running sessions use, and what one more would. */
  burn(runtime: string, model: string | null): BurnRates;
  /** Whether an account can take a turn of the runtime now; null if nobody knows. */
  serves(runtime: string): boolean | null;
}

/** Why a session has to wait for a budget, in one sentence, and when that ends by itself, epoch ms. */
export interface BudgetHold {
  detail: string;
  until: number;
}

/** What is known of budgets. Whoever changes one calls `onChanged` of the admission service. */
export interface BudgetPort {
  /** Null if no budget holds the session. */
  hold(session: { id: number; agentRoot: string | null; isPriority: boolean }): BudgetHold | null;
}

/** A session as a decision sees it. */
export interface Candidate {
  id: number;
  agentRoot: string | null;
  agentRuntime: string;
  schedulingClass: SchedulingClass | null;
  genesis: string;
}
