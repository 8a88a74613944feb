import { decideBurst, noBurst } from "./burst-rules.ts";
import { isWithin } from "./sighting-rules.ts";

/** Something that a condition is compared with, to see what it would have done. */
export interface TriedEvent {
  /** Epoch milliseconds. */
  at: number;
  summary: string;
  /** Why it would start nothing; null if it would. */
  reason: string | null;
  /** Fill in the template. */
  variables: Readonly<Record<string, unknown>>;
  /** Events of one group within the window share a session. */
  group?: string | undefined;
}

/** What a watcher found. */
export interface Trial {
  events: TriedEvent[];
  /** Why not all could be compared; null if it could. */
  note: string | null;
}

/** How a trigger limits what its conditions start. */
export interface TrialLimits {
  /** Events of one group within it share a session. */
  windowMs: number;
  /** Sessions a minute; null for any number. */
  cap: number | null;
  /** Nothing starts while a session of the trigger is in progress. */
  skipsPending: boolean;
  /** Null if every fire starts a session of its own; otherwise whether messages queue behind a running turn. */
  reuse: { queues: boolean } | null;
  /** How long a session is taken to be in progress. */
  sessionMs: number;
  /** A session of the trigger is in progress as the first event comes. */
  isPending: boolean;
}

export type TriedOutcome =
  | "fires"
  | "continues"
  | "coalesced"
  | "burst_notice"
  | "suppressed"
  | "skipped"
  | "filtered";

/** Why an event starts nothing. */
type TriedWhy = "pending" | "busy" | "first_lost" | "burst";

export type Tried = TriedEvent & { outcome: TriedOutcome; why: TriedWhy | null };

/** What each of the events would have done, the oldest first. */
export function tried(events: readonly TriedEvent[], limits: TrialLimits): Tried[] {
  const simulation = simulated(limits);
  return events
    .toSorted((one, other) => one.at - other.at)
    .map((event) => ({ ...event, ...simulation(event) }));
}

type Verdict = Pick<Tried, "outcome" | "why">;
const verdict = (outcome: TriedOutcome, why: TriedWhy | null = null): Verdict => ({ outcome, why });

/** The same steps as a fire takes, on what is known of the sessions before. */
function simulated({ windowMs, cap, skipsPending, reuse, sessionMs, isPending }: TrialLimits) {
  const groups = new Map<string, { at: number; isLost: boolean }>();
  let burst = noBurst;
  let busyUntil = isPending ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  let hasTarget = isPending;

  /** Whether it starts, continues or waits, apart from its group. */
  function step(at: number): Verdict {
    const isBusy = at < busyUntil;
    if (reuse !== null && hasTarget) {
      if (isBusy && !reuse.queues) return verdict("skipped", "busy");
      busyUntil = Math.max(busyUntil, at + sessionMs);
      return verdict("continues");
    }
    if (skipsPending && isBusy) return verdict("skipped", "pending");
    const decided = decideBurst(burst, cap, at);
    burst = decided.next;
    if (decided.verdict === "suppressed") return verdict("suppressed", "burst");
    if (decided.verdict === "notice") return verdict("burst_notice", "burst");
    busyUntil = Math.max(busyUntil, at + sessionMs);
    hasTarget = true;
    return verdict("fires");
  }

  return ({ at, group, reason }: TriedEvent): Verdict => {
    if (reason !== null) return verdict("filtered");
    const first = group === undefined ? undefined : groups.get(group);
    if (first && windowMs > 0 && isWithin(first.at, at, windowMs))
      return first.isLost ? verdict("skipped", "first_lost") : verdict("coalesced");
    const made = step(at);
    if (group !== undefined)
      groups.set(group, { at, isLost: made.outcome !== "fires" && made.outcome !== "continues" });
    return made;
  };
}
