import type { TopUpKnobs, TopUpPatch, TopUpStateName } from "./model.ts";
import { topUpKnobs } from "./model.ts";

/** Everything that decides whether idle capacity is filled now. Times are epoch ms. */
export interface TopUpSituation {
  now: number;
  knobs: TopUpKnobs;
  onWorker: number;
  awaiting: number;
  /** Why nothing may be started although few sessions work; null if nothing speaks against it. */
  veto: string | null;
  underCeilingSince: number | null;
  lastFiredAt: number | null;
  /** It has fired, and no session has begun to work since. */
  latched: boolean;
  /** The last fire found nothing in the backlog. */
  foundNothing: boolean;
  /** Items of the backlog that it would start. */
  startable: number;
  /** Whether a trigger waits for the event. */
  hasListener: boolean;
}

export interface TopUpDecision {
  state: TopUpStateName;
  /** How many more sessions would work. */
  headroom: number;
  /** Null if time alone does not bring it about. */
  nextFireAt: number | null;
}

const minuteMs = 60_000;

export function decideTopUp(of: TopUpSituation): TopUpDecision {
  const headroom = Math.max(of.knobs.max_running_sessions - of.onWorker - of.awaiting, 0);
  const not = (state: TopUpStateName): TopUpDecision => ({ state, headroom, nextFireAt: null });
  if (headroom === 0) return not("at_ceiling");
  if (of.veto !== null) return not("vetoed");
  if (of.underCeilingSince === null) return not("clock_not_started");
  // What was added to the backlog since is a reason to try again.
  if (of.latched && !(of.foundNothing && of.startable > 0)) return not("latched");
  const idleAt = of.underCeilingSince + of.knobs.idle_minutes * minuteMs;
  const cooledAt = of.lastFiredAt === null ? idleAt : of.lastFiredAt + intervalMs(of);
  const at = Math.max(idleAt, cooledAt);
  if (idleAt > of.now) return { state: "inside_threshold", headroom, nextFireAt: at };
  if (cooledAt > of.now) return { state: "cooling_down", headroom, nextFireAt: at };
  if (of.startable === 0 && !of.hasListener) return not("nothing_to_start");
  return { state: "due", headroom, nextFireAt: of.now };
}

/** While the backlog has nothing to start, the event comes less often. */
const intervalMs = ({ knobs, startable }: TopUpSituation): number =>
  minuteMs *
  (startable > 0
    ? knobs.min_fire_interval_minutes
    : Math.max(knobs.min_fire_interval_minutes, knobs.quiet_backlog_interval_minutes));

/** The knobs after a change, and the names of those that differ. */
export function changedTopUp(
  before: TopUpKnobs,
  patch: TopUpPatch,
): { knobs: TopUpKnobs; changed: string[]; problems: string[] } {
  const read = topUpKnobs.safeParse({ ...before, ...patch });
  if (!read.success) {
    const problems = read.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    return { knobs: before, changed: [], problems };
  }
  const names = Object.keys(read.data) as (keyof TopUpKnobs)[];
  return {
    knobs: read.data,
    changed: names.filter((name) => read.data[name] !== before[name]),
    problems: [],
  };
}

export const asksForNothing = (patch: TopUpPatch): boolean =>
  Object.values(patch).every((value) => value === undefined);

/** What to do when the accounts of a runtime can take work, or cannot any more. */
export function decideQuotaEvent(of: {
  /** Null if it was never looked at. */
  before: boolean | null;
  now: boolean;
  /** Spot work would be held although an account serves. */
  isHeld: boolean;
}): "nothing" | "record" | "announce" {
  if (of.before === of.now) return "nothing";
  if (of.before === null || !of.now) return "record";
  // Not recorded either, so that it is announced once spot work may start.
  return of.isHeld ? "nothing" : "announce";
}
