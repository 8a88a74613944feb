export type SwipeAction = "archive" | "snooze";

export interface Swipe {
  action: SwipeAction;
  /** Far enough to be done when the finger is lifted. */
  ready: boolean;
}

/** Less than this is a press that trembled. */
const slack = 12;
const readyPart = 0.3;
const readyMost = 112;

/** What a finger asks for that went so far across a row: nothing yet, the list's own scrolling, or an act. */
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
