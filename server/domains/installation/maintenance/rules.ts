import { mostJobsPerCall } from "./model.ts";

/** The queues whose jobs wait in the recovery mode. Turns go on, and so do the clones they make. */
export const haltedLanes = ["pollers", "triggers", "inference", "maintenance", "default"] as const;
export const liveLanes = ["agents"] as const;

/** Nobody discards or delays turns here: a session is paused, archived or restarted instead. */
const protectedLane = "agents";

const cooldownMs = 30_000;

/** In whole seconds, rounded up; null once the caller may use it again. */
export function cooldownLeft(lastUsedAt: number | undefined, now: number): number | null {
  if (lastUsedAt === undefined) return null;
  const left = lastUsedAt + cooldownMs - now;
  // A clock that was set back must not lock the caller out.
  return left <= 0 || left > cooldownMs ? null : Math.ceil(left / 1_000);
}

interface JobScope {
  kind: string | null;
  lane: string | null;
}

interface JobCount {
  kind: string;
  lane: string;
  count: number;
}

export type ScopeRefusal = "unscoped" | "protected" | "over_cap" | "no_count" | "mismatch";

const isUnscoped = ({ kind, lane }: JobScope): boolean => kind === null && lane === null;

export const matchedBy = (counts: readonly JobCount[]): number =>
  counts.reduce((sum, { count }) => sum + count, 0);

/** Why the jobs may not be counted; null if they may. */
export const decideCount = (scope: JobScope): ScopeRefusal | null => (isUnscoped(scope) ? "unscoped" : null);

/** Why the jobs of a scope may not be changed; null if they may. */
export function decideChange(of: {
  scope: JobScope;
  counts: readonly JobCount[];
  expected: number | null;
}): ScopeRefusal | null {
  const { scope, counts, expected } = of;
  if (isUnscoped(scope)) return "unscoped";
  if (scope.lane === protectedLane || counts.some(({ lane }) => lane === protectedLane)) return "protected";
  const matched = matchedBy(counts);
  if (matched > mostJobsPerCall) return "over_cap";
  if (expected === null) return "no_count";
  return expected === matched ? null : "mismatch";
}

/** The sums by one of the two names. */
export function sums(counts: readonly JobCount[], by: "kind" | "lane"): Record<string, number> {
  const groups = Map.groupBy(counts, (one) => one[by]);
  return Object.fromEntries([...groups].map(([name, of]) => [name, matchedBy(of)]));
}

/** What a session that has been left alone for long may still wait for; null for one that can be archived. */
export function waitsFor(session: {
  status: string;
  waitingKind: string | null;
}): "wake" | "sleep" | "turn" | "retry" | null {
  if (session.status !== "waiting") return null;
  switch (session.waitingKind) {
    case "asleep_on_wake":
      return "wake";
    case "asleep":
      return "sleep";
    case "queued":
      return "turn";
    case "held":
    case "parked":
      return "retry";
    default:
      return null;
  }
}
