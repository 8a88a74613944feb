import type { Clock } from "../../../lib/clock.ts";
import { instantOrNull } from "../../../lib/instant.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { SessionService } from "../../sessions/sessions/index.ts";
import type { AdmissionDecision, SpotPolicyKnobs } from "./model.ts";
import type { BudgetPort, Candidate, QuotaPort } from "./ports.ts";
import {
  burnOf,
  decideAdmission,
  noBurn,
  nothingKnown,
  resumeMargin,
  type Situation,
  unread,
  type Verdict,
} from "./rules.ts";
import type { AdmissionStore } from "./store.ts";
import { text } from "./text.ts";

/** Who a decision is about; null for a spot session of the first runtime that nobody has asked for yet. */
export interface Asked {
  candidate: Candidate | null;
  holdsSlot?: boolean;
  isPaused?: boolean;
  /** Only what quota says, whatever else holds turns. */
  quotaOnly?: boolean;
  /** Slots that are about to be given up. */
  freed?: number;
}

export interface Decided {
  verdict: Verdict;
  situation: Situation;
  detail: string;
}

/** Spends what all sessions do on average. */
const anySession = { agentRoot: null, model: "" };

/** Gathers what a decision depends on, and shows it. */
export function decisions(deps: {
  clock: Clock;
  log: Logger;
  store: AdmissionStore;
  quota: QuotaPort;
  budgets: BudgetPort;
  sessions: Pick<SessionService, "classOf">;
  firstRuntime: string;
  policy(): SpotPolicyKnobs;
  allPaused(): boolean;
}) {
  const { clock, store, quota, sessions } = deps;

  function situationOf(
    { candidate, holdsSlot = false, isPaused = false, quotaOnly = false, freed = 0 }: Asked,
    policy: SpotPolicyKnobs,
  ): Situation {
    const { onWorker, awaiting } = store.occupied(candidate?.id ?? 0);
    const runtime = candidate?.agentRuntime ?? deps.firstRuntime;
    const schedulingClass = candidate ? sessions.classOf(candidate) : "spot";
    return {
      now: clock.now(),
      allPaused: !quotaOnly && deps.allPaused(),
      budget: quotaOnly
        ? null
        : candidate && deps.budgets.hold({ ...candidate, isPriority: schedulingClass === "priority" }),
      class: schedulingClass,
      policy,
      onWorker: Math.max(onWorker - freed, 0),
      awaiting,
      holdsSlot,
      ...quotaOf(runtime, { candidate, holdsSlot }),
      margin: isPaused ? resumeMargin : 0,
    };
  }

  /** Quota that cannot be read holds nothing up; everything else does. */
  function quotaOf(
    runtime: string,
    { candidate, holdsSlot }: { candidate: Candidate | null; holdsSlot: boolean },
  ): Pick<Situation, "reading" | "burn" | "isQuotaUnread"> {
    try {
      const burn = burnOf({
        // What runs already is part of the fleet's use.
        fleet: store.spenders(runtime, holdsSlot ? 0 : (candidate?.id ?? 0)),
        candidate: holdsSlot ? null : (candidate ?? anySession),
        rate: ({ agentRoot, model }) => quota.rate({ agentRuntime: runtime, agentRoot, model }),
      });
      return { reading: quota.reading(runtime), burn, isQuotaUnread: false };
    } catch (error) {
      deps.log.error({ err: error }, "the quota could not be read; it holds nothing");
      return { reading: null, burn: noBurn, isQuotaUnread: true };
    }
  }

  /** What the owner stopped stays stopped while that cannot be read: no turn starts. */
  function decide(asked: Asked, wanted?: SpotPolicyKnobs): Decided {
    try {
      const situation = situationOf(asked, wanted ?? deps.policy());
      const verdict = decideAdmission(situation);
      return { verdict, situation, detail: text.detail(verdict, situation) };
    } catch (error) {
      deps.log.error({ err: error }, "what the owner stopped could not be read; no turn starts");
      return { verdict: unread, situation: nothingKnown, detail: text.detail(unread, nothingKnown) };
    }
  }

  return { decide };
}

export type Decisions = ReturnType<typeof decisions>;

/** The decision object of the API. */
export function decisionView({ verdict, situation, detail }: Decided): AdmissionDecision {
  const { windows, until, stopsRunning: _stops, ...decision } = verdict;
  const capacities = windows.filter(({ isInDollars }) => isInDollars).map(({ capacity }) => capacity);
  return {
    ...decision,
    detail,
    on_a_worker: situation.onWorker,
    awaiting_a_worker: situation.awaiting,
    max_concurrent_sessions: situation.policy.max_concurrent_sessions,
    fleet_burn_rate: situation.burn.fleet,
    candidate_burn_rate: situation.burn.candidate,
    windows: windows.map((window) => ({
      name: window.name,
      utilization: window.utilization,
      reserve_pct: window.reservePct,
      unit: window.isInDollars ? "usd" : "window",
      capacity: window.capacity,
      reserve: window.reserve,
      spot_budget: window.budget,
      remaining_spot: window.remaining,
      sustainable_rate: window.sustainableRate,
      projected_rate: window.projectedRate,
      resets_at: instantOrNull(window.resetsAt),
      elapsed: window.elapsed,
      passes: window.withinBudget && window.onPace,
    })),
    pool_capacity: capacities.length === 0 ? null : Math.min(...capacities),
    until: instantOrNull(until),
  };
}
