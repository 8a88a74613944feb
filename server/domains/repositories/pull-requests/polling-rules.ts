const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** A failed reading is tried again after this, and each one more after twice as long, up to the slowest. */
const firstRetryMs = 30 * second;
const slowestRetryMs = 30 * minute;
/** A pull request that only archived sessions hold is given up after so many. */
const lastTries = 5;

/** Failed readings in a row, and the last of them. */
export interface Failures {
  count: number;
  at: number;
  message: string;
}

/** What decides when a pull request is read. */
export interface Watched {
  state: "open" | "merged" | "closed" | null;
  polledAt: number | null;
  /** When one of its sessions was last used by somebody, or recorded it. */
  activeAt: number;
  /** When the last of its sessions was archived; null while one is not. */
  archivedAt: number | null;
}

/** How often one that is open is read, by how long nobody used its sessions. */
const curve: readonly [idleMs: number, everyMs: number][] = [
  [30 * minute, 30 * second],
  [2 * hour, minute],
  [8 * hour, 5 * minute],
  [7 * day, 30 * minute],
];

/**
 * Epoch milliseconds of the next reading; null when there is none to come. What was merged stays as it is, what was
 * closed may be opened again within the week, and when all its sessions are archived one is read once more.
 */
export function nextReading(one: Watched, failures: Failures | null, now: number): number | null {
  const everyMs = intervalMs(one, now);
  const isOver = one.archivedAt !== null && one.polledAt !== null && one.polledAt >= one.archivedAt;
  if (everyMs === null || isOver) return null;
  if (failures) return retryAt(one, failures, everyMs);
  if (one.archivedAt !== null) return one.archivedAt;
  return one.polledAt === null ? one.activeAt : one.polledAt + everyMs;
}

function intervalMs({ state, activeAt, archivedAt }: Watched, now: number): number | null {
  const idleMs = now - activeAt;
  if (state === "merged") return null;
  if (state === "closed") return idleMs < 7 * day || archivedAt !== null ? day : null;
  return curve.find(([limit]) => idleMs < limit)?.[1] ?? day;
}

function retryAt({ archivedAt }: Watched, { count, at }: Failures, everyMs: number): number | null {
  if (archivedAt !== null && count >= lastTries) return null;
  const backOffMs = Math.min(firstRetryMs * 2 ** Math.min(count - 1, 10), slowestRetryMs);
  return at + (archivedAt === null ? Math.max(backOffMs, everyMs) : backOffMs);
}
