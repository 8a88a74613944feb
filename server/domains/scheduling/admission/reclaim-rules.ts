const minuteMs = 60_000;
/** A session that was asked for its slot may finish its turn for this long. */
export const graceMs = 10 * minuteMs;
/** A session is asked for its slot at most once in this time. */
const sparedMs = 30 * minuteMs;
/** A session that could not give up its slot for this long is asked no more. */
const staleMs = 60 * minuteMs;

/** A session whose turn runs. */
interface Running {
  id: number;
  precedence: number;
  createdAt: number;
  state: string | null;
  markedAt: number | null;
  preemptedAt: number | null;
  preemptedCount: number;
}

/** The spot session that gives up its slot: the lowest rank, then who gave up the fewest slots, then the newest. */
export function pickVictim<Row extends Running>(rows: readonly Row[], now: number): Row | undefined {
  return rows
    .filter(({ state, markedAt, preemptedAt }) => {
      const isSpared = preemptedAt !== null && preemptedAt > now - sparedMs;
      return state === null && markedAt === null && !isSpared;
    })
    .toSorted(
      (one, other) =>
        one.precedence - other.precedence ||
        one.preemptedCount - other.preemptedCount ||
        other.createdAt - one.createdAt ||
        other.id - one.id,
    )[0];
}

/**
 * What becomes of the sessions that were asked for their slot, the longest-asked first: as many as there are too many
 * working stay asked, and give it up after the grace; the others keep it.
 */
export function tendMarks<Mark extends { markedAt: number }>(
  marks: readonly Mark[],
  { tooMany, now }: { tooMany: number; now: number },
): { stopped: Mark[]; released: Mark[]; nextAt: number | null } {
  const fresh = marks.filter(({ markedAt }) => now - markedAt < staleMs);
  const needed = fresh.slice(0, Math.max(tooMany, 0));
  const released = marks.filter((mark) => !needed.includes(mark));
  const stopped = needed.filter(({ markedAt }) => now - markedAt >= graceMs);
  const times = needed.map(({ markedAt }) =>
    now - markedAt >= graceMs ? markedAt + staleMs : markedAt + graceMs,
  );
  return { stopped, released, nextAt: times.length === 0 ? null : Math.min(...times) };
}
