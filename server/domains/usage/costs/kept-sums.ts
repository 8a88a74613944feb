import type { Clock } from "../../../lib/clock.ts";
import type { Scope } from "./cells.ts";
import type { Window } from "./window.ts";

/** A window that ends now is calculated again after this, even if nothing was spent. */
const staleAfterMs = 10 * 60_000;
const keptReports = 60;

interface Narrowing {
  scope: Scope;
  /** The viewer's time zone, or by how much its clock is ahead of UTC, for the bounds of buckets. */
  zone: string | number;
}

/** Sums by window, scope and state of the ledger (R185): each is calculated once, for whoever asks meanwhile too. */
export function keptSums<Sums>(deps: {
  clock: Clock;
  version(): string;
  calculate(window: Window, of: Narrowing): Promise<Sums>;
}) {
  const kept = new Map<string, { at: number; sums: Promise<Sums> }>();
  return (window: Window, of: Narrowing): Promise<Sums> => {
    const now = deps.clock.now();
    const key = JSON.stringify([deps.version(), window.days ?? [window.from, window.to], of]);
    const known = kept.get(key);
    if (known && (window.days === null || now - known.at < staleAfterMs)) return known.sums;
    if (kept.size >= keptReports) kept.clear();
    const sums = deps.calculate(window, of);
    kept.set(key, { at: now, sums });
    sums.catch(() => kept.delete(key));
    return sums;
  };
}
