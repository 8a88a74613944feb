import { holdsLine, type TranscriptWindow } from "../transcript-window.ts";

/** A line that is gone to; `asked` tells a second wish for the same line from the first. */
export interface Target {
  line: number;
  asked: number;
  /** Something in it was looked for, so that it is folded out. */
  found: boolean;
}

/** Where a list is going. */
export interface Aim {
  target: Target | null;
  /** The line of the address that was followed last. */
  followed: number | null;
  /** What was reached, or cannot be: it is not gone back to when a long transcript drops it. */
  settled: Target | null;
}

export const startAim = (anchor: number | null): Aim => ({
  target: anchor === null ? null : { line: anchor, asked: 0, found: false },
  followed: anchor,
  settled: null,
});

/** Towards a line: one that was found, or one that is only to be seen. */
export const aimAt = (aim: Aim, line: number, found = true): Aim => ({
  ...aim,
  target: { line, asked: (aim.target?.asked ?? 0) + 1, found },
});

/** Towards the line that the address names now; without one, on to where it was going. */
export function followAnchor(aim: Aim, anchor: number | null): Aim {
  if (anchor === aim.followed) return aim;
  const target =
    anchor === null ? aim.target : { line: anchor, asked: (aim.target?.asked ?? 0) + 1, found: false };
  return { ...aim, target, followed: anchor };
}

export const settle = (aim: Aim, settled: Target | null): Aim =>
  aim.settled === settled ? aim : { ...aim, settled };

/** What there is to do for a target: nothing, wait for lines that come by themselves, fetch these lines, or note that it is there. */
export type TargetStep =
  | { is: "rest" }
  | { is: "wait" }
  | { is: "fetch"; line: number }
  | { is: "reached"; target: Target };

export function targetStep(
  { target, settled }: Aim,
  window: Pick<TranscriptWindow, "from" | "to" | "lineCount"> | undefined,
  going: boolean,
): TargetStep {
  if (target === null) return { is: "rest" };
  if (window === undefined) return { is: "wait" };
  // A line past the end is as near as the last one gets to it.
  const line = Math.min(target.line, Math.max(window.lineCount - 1, 0));
  const isHeld = window.lineCount === 0 || holdsLine(window, line);
  if (settled === target) return { is: "rest" };
  if (isHeld) return { is: "reached", target };
  return going ? { is: "wait" } : { is: "fetch", line };
}
