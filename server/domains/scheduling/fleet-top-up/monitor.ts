import type { Database } from "../../../db/open.ts";
import type { JobQueue } from "../../../jobs/queue.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/logger.ts";
import { topUpJob } from "./jobs.ts";
import type { TopUpKnobs } from "./model.ts";
import { decideTopUp, type TopUpDecision, type TopUpSituation } from "./rules.ts";
import type { TopUpStore } from "./store.ts";
import { text } from "./text.ts";

export interface MonitorDeps {
  database: Database;
  clock: Clock;
  log: Pick<Logger, "info" | "error">;
  jobs: Pick<JobQueue, "add">;
  /** What the admission of turns knows. */
  fleet: {
    occupied(): { onWorker: number; awaiting: number };
    queueSize(): number;
    /** Why quota or the policy holds spot sessions; null if it does not. */
    held(): string | null;
    /** Whether an account can take work; null if nobody knows. */
    serves(): boolean | null;
  };
  backlog: {
    startableCount(): number;
    topUp(count: number): number[];
  };
  events: {
    hasListener(): boolean;
    /** In the open transaction. */
    announce(facts: { sentence: string; at: number; started: number; headroom: number }): void;
  };
  /** Runs work once the open transaction has ended. */
  defer?(work: () => void): void;
}

/** Knows whether there is room, since when, and when that is long enough. */
export function topUpMonitor(deps: MonitorDeps, store: TopUpStore, knobs: () => TopUpKnobs) {
  const { database, clock, log, jobs, fleet, backlog } = deps;
  const defer = deps.defer ?? setImmediate;
  let isScheduled = false;

  function veto(): string | null {
    const { parked } = store.resting();
    if (parked > 0) return text.veto.parked(parked);
    const waiting = fleet.queueSize();
    if (waiting > 0) return text.veto.queued(waiting);
    if (fleet.serves() === false) return text.veto.noAccount;
    return fleet.held();
  }

  function situation(): TopUpSituation {
    const of = knobs();
    return {
      now: clock.now(),
      knobs: of,
      ...fleet.occupied(),
      veto: veto(),
      ...store.memory(),
      startable: of.starts_backlog ? backlog.startableCount() : 0,
      hasListener: deps.events.hasListener(),
    };
  }

  /** Starts or stops the clock, and calls for the job at the moment when it would be due. */
  function observe(): TopUpDecision {
    return database.transaction(() => {
      const seen = situation();
      const isUnder = seen.onWorker + seen.awaiting < seen.knobs.max_running_sessions;
      const underCeilingSince = isUnder ? (seen.underCeilingSince ?? seen.now) : null;
      if (underCeilingSince !== seen.underCeilingSince) store.change({ underCeilingSince });
      const decided = decideTopUp({ ...seen, underCeilingSince });
      const { nextFireAt: at, state } = decided;
      if (at !== null)
        jobs.add(topUpJob, { at }, { runAt: at, ...(state === "due" && { key: "top-up:due" }) });
      return decided;
    });
  }

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    defer(() => {
      isScheduled = false;
      if (!database.sql.open) return;
      try {
        observe();
      } catch (error) {
        log.error({ err: error }, "the fleet top-up could not be decided");
      }
    });
  }

  /** Takes its turn once: of two jobs that are due, the second finds that it was fired. */
  function claim(): TopUpSituation | null {
    return database.transaction(() => {
      const seen = situation();
      if (decideTopUp(seen).state !== "due") return null;
      store.change({ lastFiredAt: seen.now, latched: true, foundNothing: seen.startable === 0 });
      return seen;
    });
  }

  return { situation, observe, schedule, claim };
}
