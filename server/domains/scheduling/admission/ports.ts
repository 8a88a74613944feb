import type { Database } from "../../../db/open.ts";
import type { JobQueue } from "../../../jobs/queue.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { AppSettings } from "../../owner/app-settings/index.ts";
import type { SessionLogPort, SessionService } from "../../sessions/sessions/index.ts";
import type { SchedulingClass } from "../../sessions/sessions/model.ts";
import type { Yielding } from "../../turns/turns/index.ts";
import type { QuotaReading } from "./model.ts";

/**
 * What is known of quota. Accounts answer this; nothing is known without them. Whoever learns something new calls
 * `onChanged` of the admission service.
 */
export interface QuotaPort {
  /** The newest reading for the runtime's sessions; null if there is none. */
  reading(runtime: string): QuotaReading | null;
  /** What a session's turn uses, in dollars per minute; null if no session of its runtime was ever measured. */
  rate(session: Pick<Candidate, "agentRuntime" | "agentRoot" | "model">): number | null;
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
  model: string;
  schedulingClass: SchedulingClass | null;
  genesis: string;
}

export interface PassRunnerDeps {
  database: Database;
  clock: Clock;
  log: Logger;
  jobs: Pick<JobQueue, "add">;
  sessions: Pick<SessionService, "byId" | "classOf">;
  sessionLog: SessionLogPort;
  workerSlots: number;
  priorityGenesis(): readonly string[];
  /** Gives the session's turn a slot; false while its last turn is still being stopped. Inside the caller's transaction. */
  admit(sessionId: number): boolean;
  /** Takes the slot of the session's turn. */
  yieldTurn(sessionId: number, and: Yielding): Promise<boolean>;
  /** Runs work once the open transaction has ended. */
  defer?(work: () => void): void;
}

export interface AdmissionDeps extends PassRunnerDeps {
  settings: AppSettings;
  jobs: Pick<JobQueue, "add" | "setPriority">;
  quota: QuotaPort;
  budgets: BudgetPort;
  firstRuntime: string;
}
