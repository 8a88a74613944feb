import { text } from "./text.ts";
import "./swipe.css";
import { readSwipe, type Swipe, type SwipeAction } from "./swipe-rules.ts";

interface Begun {
  row: HTMLElement;
  x: number;
  y: number;
  swipe: Swipe | null;
}

function show({ row, x, swipe }: Begun, at: number): void {
  if (!swipe) return;
  row.style.transform = `translateX(${at - x}px)`;
  row.dataset["swipe"] = swipe.action;
  row.dataset["swipeWords"] = text.swipe[swipe.action];
  row.toggleAttribute("data-swipe-ready", swipe.ready);
}

function letGo({ row }: Begun): void {
  row.style.transform = "";
  for (const name of ["swipe", "swipeWords", "swipeReady"]) delete row.dataset[name];
}

export type WatchSwipes = typeof watchSwipes;

/** Follows fingers across the rows of a list and reports swipes; the menu of each row has the same actions. */
export function watchSwipes(
  list: HTMLElement,
  onSwipe: (action: SwipeAction, sessionId: number) => void,
): () => void {
  const listening = new AbortController();
  const how = { signal: listening.signal, passive: true };
  let begun: Begun | null = null;
  const end = (): void => {
    if (begun) letGo(begun);
    begun = null;
  };
  list.addEventListener(
    "touchstart",
    ({ touches, target }) => {
      end();
      const [finger] = touches;
      const row = target instanceof Element ? target.closest<HTMLElement>("[data-session]") : null;
      const isFree = touches.length === 1 && target instanceof Element && !target.closest("button");
      if (finger && row && isFree) begun = { row, x: finger.clientX, y: finger.clientY, swipe: null };
    },
    how,
  );
  list.addEventListener(
    "touchmove",
    ({ touches }) => {
      const [finger] = touches;
      if (!begun || !finger) return;
      const { row, x, y } = begun;
      // Once it is a swipe it stays one, wherever the finger moves.
      const down = begun.swipe ? 0 : finger.clientY - y;
      const rtl = getComputedStyle(list).direction === "rtl";
      const read = readSwipe({ across: finger.clientX - x, down, width: row.clientWidth, rtl });
      if (read === "scroll") return end();
      begun = {
        ...begun,
        swipe: read === "undecided" ? begun.swipe && { ...begun.swipe, ready: false } : read,
      };
      show(begun, finger.clientX);
    },
    how,
  );
  list.addEventListener(
    "touchend",
    () => {
      const done = begun;
      end();
      if (done?.swipe?.ready) onSwipe(done.swipe.action, Number(done.row.dataset["session"]));
    },
    how,
  );
  list.addEventListener("touchcancel", end, how);
  return () => {
    listening.abort();
    end();
  };
}
