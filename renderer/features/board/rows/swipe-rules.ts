export type SwipeAction = "archive" | "snooze";

export interface Swipe {
  action: SwipeAction;
  /** Far enough to run when the finger is lifted. */
  ready: boolean;
}

/** Smaller movements still count as a press. */
const slack = 12;
const readyPart = 0.3;
const readyMost = 112;

/** What a movement across a row means: undecided, scrolling, or an action. */
export function readSwipe(of: {
  across: number;
  down: number;
  width: number;
  rtl: boolean;
}): Swipe | "undecided" | "scroll" {
  const { across, down, width, rtl } = of;
  const far = Math.abs(across);
  if (far < slack && Math.abs(down) < slack) return "undecided";
  if (far < Math.abs(down) * 1.5) return "scroll";
  const toStart = rtl ? across > 0 : across < 0;
  return { action: toStart ? "archive" : "snooze", ready: far >= Math.min(width * readyPart, readyMost) };
}
