import type { Session } from "../../../../server/domains/sessions/sessions/model.ts";

export type Ranked = Pick<Session, "id" | "precedence">;

/** The gap between a session that is moved to an end and the rest. */
const gap = 5;

/** Raises the ranks above `from`, each above the one below it, as far as they collide. */
function raise(order: readonly Ranked[], from: number, rank: number): Ranked[] {
  const changes: Ranked[] = [];
  let below = rank;
  for (const { id, precedence } of order.slice(0, from).toReversed()) {
    if (precedence > below) break;
    below += 1;
    changes.push({ id, precedence: below });
  }
  return changes;
}

function lower(order: readonly Ranked[], from: number, rank: number): Ranked[] {
  const changes: Ranked[] = [];
  let above = rank;
  for (const { id, precedence } of order.slice(from + 1)) {
    if (precedence < above) break;
    above -= 1;
    changes.push({ id, precedence: above });
  }
  return changes;
}

/** Consecutive ranks, highest first, down to `lowest`. */
const upwards = (count: number, lowest: number): number[] =>
  Array.from({ length: count }, (_, at) => lowest + count - 1 - at);

/** Evenly spaced ranks between two that leave enough room. */
const between = (count: number, above: number, below: number): number[] =>
  Array.from(
    { length: count },
    (_, at) => below + Math.floor(((above - below) * (count - at)) / (count + 1)),
  );

/**
 * The fewest changes of rank that produce `order` (higher ranks first) after moving the `count` sessions at `at`.
 * Their own changes come last, so that no intermediate state shows a session ahead of one that it should follow.
 */
export function ranksForMove(order: readonly Ranked[], at: number, count = 1): Ranked[] {
  const moved = order.slice(at, at + count);
  const above = order[at - 1];
  const below = order[at + count];
  const to = (ranks: readonly number[]): Ranked[] =>
    moved.map(({ id }, index) => ({ id, precedence: ranks[index] ?? 0 }));
  if (!above && !below) return count === 1 ? [] : to(upwards(count, moved.at(-1)?.precedence ?? 0));
  if (!above) return to(upwards(count, (below?.precedence ?? 0) + gap));
  if (!below) return to(upwards(count, above.precedence - gap - count + 1));
  if (above.precedence - below.precedence > count)
    return to(between(count, above.precedence, below.precedence));
  const up = [
    ...raise(order, at, below.precedence + count).toReversed(),
    ...to(upwards(count, below.precedence + 1)),
  ];
  const down = [
    ...lower(order, at + count - 1, above.precedence - count).toReversed(),
    ...to(upwards(count, above.precedence - count)),
  ];
  return up.length <= down.length ? up : down;
}
