import { holdsLine, type TranscriptWindow } from "../transcript-window.ts";

/** A line to go to; `asked` distinguishes repeated requests for the same line. */
export interface Target {
  line: number;
  asked: number;
  /** It has a match, so it is expanded. */
  found: boolean;
}

/** Where a list is moving to. */
export interface Aim {
  target: Target | null;
  /** The last followed line of the address. */
  followed: number | null;
  /** The target that was reached or is unreachable; a long transcript that drops it does not go back. */
  settled: Target | null;
}

export const startAim = (anchor: number | null): Aim => ({
  target: anchor === null ? null : { line: anchor, asked: 0, found: false },
  followed: anchor,
  settled: null,
});

/** Moves to a line: a match, or one that is only shown. */
export const aimAt = (aim: Aim, line: number, found = true): Aim => ({
  ...aim,
  target: { line, asked: (aim.target?.asked ?? 0) + 1, found },
});

/** Moves to the line in the address; without one, keeps its target. */
export function followAnchor(aim: Aim, anchor: number | null): Aim {
  if (anchor === aim.followed) return aim;
  const target =
    anchor === null ? aim.target : { line: anchor, asked: (aim.target?.asked ?? 0) + 1, found: false };
  return { ...aim, target, followed: anchor };
}

export const settle = (aim: Aim, settled: Target | null): Aim =>
  aim.settled === settled ? aim : { ...aim, settled };

/** The next step towards a target: nothing, wait for lines, load lines, or mark it as reached. */
export type TargetStep =
  | { is: "idle" }
  | { is: "wait" }
  | { is: "fetch"; line: number }
  | { is: "reached"; target: Target };

export function targetStep(
  { target, settled }: Aim,
  window: Pick<TranscriptWindow, "from" | "to" | "lineCount"> | undefined,
  going: boolean,
): TargetStep {
  if (target === null) return { is: "idle" };
  if (window === undefined) return { is: "wait" };
  // For a line past the end, the last line is the target.
  const line = Math.min(target.line, Math.max(window.lineCount - 1, 0));
  const isHeld = window.lineCount === 0 || holdsLine(window, line);
  if (settled === target) return { is: "idle" };
  if (isHeld) return { is: "reached", target };
  return going ? { is: "wait" } : { is: "fetch", line };
}
