import type { LaneState, RecurringState } from "../../../jobs/inspection.ts";
import type { HealthState } from "./model.ts";

const minuteMs = 60_000;

/** Critical needs both: many jobs, and one that waits long. */
const usual = { warnAt: 50, criticalAt: 100, criticalAgeMs: 10 * minuteMs };
const slow = { warnAt: 100, criticalAt: 150, criticalAgeMs: 60 * minuteMs };
const ofLane: Partial<Record<LaneState["lane"], typeof usual>> = { inference: slow, maintenance: slow };

/** Turns keep a thread for as long as an agent works, so their lane is judged by time alone. */
const agentsWarnMs = 60 * minuteMs;

const ageOf = ({ oldestDueAt }: LaneState, now: number): number =>
  oldestDueAt === null ? 0 : Math.max(0, now - oldestDueAt);

/** A held lane is no problem of its own: what holds it is reported elsewhere. */
export function laneVerdict(lane: LaneState, now: number): HealthState {
  if (lane.held) return "healthy";
  if (lane.lane === "agents") return ageOf(lane, now) >= agentsWarnMs ? "warning" : "healthy";
  const { warnAt, criticalAt, criticalAgeMs } = ofLane[lane.lane] ?? usual;
  if (lane.ready >= criticalAt && ageOf(lane, now) >= criticalAgeMs) return "critical";
  return lane.ready >= warnAt ? "warning" : "healthy";
}

const stuckMs = minuteMs;

/** Jobs are due for a minute, a thread is free, and nothing starts them. */
export const isStuck = (lane: LaneState, now: number): boolean =>
  !lane.held && lane.running < lane.threads && ageOf(lane, now) > stuckMs;

/** How long after its time a recurring job counts as late. */
export const overduePeriod = (everyMs: number): number => Math.max(5 * minuteMs, everyMs);

export const late = ({ running, dueAt, everyMs }: RecurringState, now: number): boolean =>
  !running && now - dueAt > overduePeriod(everyMs);
