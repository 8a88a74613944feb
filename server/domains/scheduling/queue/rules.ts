import type { SessionStatus } from "../../sessions/sessions/model.ts";
import type { StateName } from "../../sessions/states/model.ts";

export interface Ranked {
  id: number;
  precedence: number;
}

const edgeGap = 5;
const runGap = 10;
const limit = 1e9;
const clamped = (value: number): number => Math.min(Math.max(value, -limit), limit);

/**
 * The ranks that put a session between two neighbors. `above` starts with the neighbor it goes below and continues upward,
 * `below` with the one it goes above and continues downward. Neighbors that leave no room move one step apart; where such
 * a step would reach the next row, the rows up to the first gap are spread, so that it always lands where it was dropped.
 */
export function rankBetween(moved: number, above: readonly Ranked[], below: readonly Ranked[]): Ranked[] {
  const [high] = above;
  const [low] = below;
  if (!high && !low) return [{ id: moved, precedence: 0 }];
  if (!high) return [{ id: moved, precedence: clamped((low?.precedence ?? 0) + edgeGap) }];
  if (!low) return [{ id: moved, precedence: clamped(high.precedence - edgeGap) }];
  if (high.precedence - low.precedence >= 2)
    return [{ id: moved, precedence: Math.floor((high.precedence + low.precedence) / 2) }];
  const up = stepsAway(above, 1);
  const down = stepsAway(below, -1);
  const top = up[0]?.precedence ?? high.precedence;
  const bottom = down[0]?.precedence ?? low.precedence;
  return [{ id: moved, precedence: Math.floor((top + bottom) / 2) }, ...up, ...down].map(
    ({ id, precedence }) => ({
      id,
      precedence: clamped(precedence),
    }),
  );
}

/** Ranks for these in their order, with room between them, above all others. */
export function ranksOnTop(ids: readonly number[], all: readonly Ranked[]): Ranked[] {
  const chosen = new Set(ids);
  const others = all.filter(({ id }) => !chosen.has(id)).map(({ precedence }) => precedence);
  const floor = Math.min(Math.max(0, ...others), limit - runGap * ids.length);
  return ids.map((id, index) => ({ id, precedence: clamped(floor + runGap * (ids.length - index)) }));
}

/** Moves the first row one step away, and as many of the next as that would reach. */
function stepsAway(rows: readonly Ranked[], direction: 1 | -1): Ranked[] {
  const changes: Ranked[] = [];
  let previous: number | null = null;
  for (const [index, { id, precedence }] of rows.entries()) {
    if (previous !== null && (precedence - previous) * direction > 0) break;
    const next = rows[index + 1];
    const step = precedence + direction;
    const collides = next !== undefined && (next.precedence - step) * direction <= 0;
    previous = previous === null && !collides ? step : (previous ?? precedence) + direction * runGap;
    changes.push({ id, precedence: previous });
  }
  return changes;
}

export type StartDecision =
  | "not_waiting"
  | "asleep"
  | "sign_in"
  | "nothing_queued"
  /** It is in the spot queue: the gate decides. */
  | "ask_gate"
  /** It would be tried again later. */
  | "retry_now"
  /** It waits for a free thread. */
  | "already_due";

/** What starting a session now means. */
export function decideStart(session: {
  status: SessionStatus;
  waitingKind: StateName | null;
  hasTurn: boolean;
  retryAt: number | null;
}): StartDecision {
  if (session.status !== "waiting") return "not_waiting";
  switch (session.waitingKind) {
    case "spot_queue":
      return session.hasTurn ? "ask_gate" : "nothing_queued";
    case "queued":
      return "already_due";
    case "held":
      return "retry_now";
    case "parked":
      return session.retryAt === null ? "sign_in" : "retry_now";
    case "asleep_on_wake":
      return "asleep";
    default:
      return "nothing_queued";
  }
}
