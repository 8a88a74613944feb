import type { FailedReads } from "./model.ts";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** A failed read is retried after this time; the delay doubles with each failure up to `slowestRetryMs`. */
const firstRetryMs = 30 * second;
const slowestRetryMs = 30 * minute;
/** After this many failed reads, a pull request of archived sessions is not read again. */
const archivedTryLimit = 5;

/** The facts that decide when a pull request is read. */
export interface Watched {
  state: "open" | "merged" | "closed" | null;
  polledAt: number | null;
  /** When a person last used one of its sessions, or a session recorded it. */
  activeAt: number;
  /** When the last of its sessions was archived; null while one is active. */
  archivedAt: number | null;
}

/** How often an open pull request is read, by how long its sessions have not been used. */
const curve: readonly [idleMs: number, everyMs: number][] = [
  [30 * minute, 30 * second],
  [2 * hour, minute],
  [8 * hour, 5 * minute],
  [7 * day, 30 * minute],
];

/**
 * Epoch milliseconds of the next read; null for never. A merged pull request does not change any more, a closed one may
 * be reopened within a week, and one whose sessions are all archived is read once more.
 */
export function nextReading(one: Watched, failures: FailedReads | null, now: number): number | null {
  const everyMs = intervalMs(one, now);
  const isOver = one.archivedAt !== null && one.polledAt !== null && one.polledAt >= one.archivedAt;
  if (everyMs === null || isOver) return null;
  // A time to come is one from before the clock was set back.
  if (failures) return failures.at > now ? now : retryAt(one, failures, everyMs);
  if (one.archivedAt !== null) return one.archivedAt;
  if (one.polledAt === null || one.polledAt > now) return Math.min(one.activeAt, now);
  return one.polledAt + everyMs;
}

function intervalMs({ state, activeAt, archivedAt }: Watched, now: number): number | null {
  const idleMs = now - activeAt;
  if (state === "merged") return null;
  if (state === "closed") return idleMs < 7 * day || archivedAt !== null ? day : null;
  return curve.find(([limit]) => idleMs < limit)?.[1] ?? day;
}

function retryAt({ archivedAt }: Watched, { count, at }: FailedReads, everyMs: number): number | null {
  if (archivedAt !== null && count >= archivedTryLimit) return null;
  const backOffMs = Math.min(firstRetryMs * 2 ** Math.min(count - 1, 10), slowestRetryMs);
  return at + (archivedAt === null ? Math.max(backOffMs, everyMs) : backOffMs);
}
