import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { VirtuosoHandle } from "react-virtuoso";

/** Within this many pixels of the end counts as being there. */
const nearPx = 48;
/** A scroll this soon after a wheel, touch, key or press was made by the person. */
const intentMs = 1_000;

/** Growth this soon after a click is an expanded entry, which must stay in place. */
const clickMs = 300;

const intents = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

const downKeys = ["End", "PageDown", "ArrowDown"];

/** Scrolling down does not leave the end, even if the list falls back while its rows are measured. */
const leadsDown = (event: Event): boolean =>
  event instanceof WheelEvent
    ? event.deltaY > 0
    : event instanceof KeyboardEvent && downKeys.includes(event.key);

const isAtEnd = ({ scrollTop, scrollHeight, clientHeight }: HTMLElement): boolean =>
  scrollHeight - scrollTop - clientHeight <= nearPx;

/**
 * Keeps the end visible while new text arrives, until the person scrolls up; back at the end it follows again.
 * Only scrolling by the person counts, because the list also moves when rows are measured or shrink. Without
 * `fromStart` it begins where the list does; `detached` from the end of the transcript it does not follow.
 */
export function useFollow(
  list: RefObject<VirtuosoHandle | null>,
  { fromStart, detached }: { fromStart: boolean; detached: boolean },
) {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [following, setFollowing] = useState(fromStart);
  const latest = useRef(fromStart);
  useLayoutEffect(() => {
    latest.current = following;
  }, [following]);
  const clickedAt = useRef(0);

  useEffect(() => {
    if (!scroller) return;
    let lastTop = scroller.scrollTop;
    let meantAt = 0;
    const onIntent = (event: Event): void => void (meantAt = leadsDown(event) ? 0 : Date.now());
    const onClick = (): void => void (clickedAt.current = Date.now());
    const onScroll = (): void => {
      const { scrollTop } = scroller;
      const meant = Date.now() - meantAt < intentMs;
      if (isAtEnd(scroller)) setFollowing(!detached);
      else if (meant && scrollTop < lastTop) setFollowing(false);
      lastTop = scrollTop;
    };
    for (const intent of intents) scroller.addEventListener(intent, onIntent, { passive: true });
    scroller.addEventListener("scroll", onScroll, { passive: true });
    scroller.addEventListener("click", onClick, { capture: true });
    return () => {
      for (const intent of intents) scroller.removeEventListener(intent, onIntent);
      scroller.removeEventListener("scroll", onScroll);
      scroller.removeEventListener("click", onClick, { capture: true });
    };
  }, [scroller, detached]);

  const keepEnd = useCallback(() => {
    if (!scroller || !latest.current) return;
    if (Date.now() - clickedAt.current < clickMs) setFollowing(isAtEnd(scroller));
    else scroller.scrollTo({ top: scroller.scrollHeight });
  }, [scroller]);

  useEffect(() => {
    if (!scroller) return;
    // The list shrinks when messages are queued below it or a phone shows its keyboard.
    const observer = new ResizeObserver(keepEnd);
    observer.observe(scroller);
    return () => observer.disconnect();
  }, [scroller, keepEnd]);

  const toEnd = useCallback(() => {
    latest.current = true;
    setFollowing(true);
    // Far from the end the rows are not measured yet; going to the last one measures them and keeps the end.
    list.current?.scrollToIndex({ index: "LAST", align: "end" });
    keepEnd();
  }, [list, keepEnd]);

  /** Stops following, because another place is shown. */
  const leaveEnd = useCallback(() => {
    latest.current = false;
    setFollowing(false);
  }, []);

  const scrollerRef = useCallback((element: HTMLElement | Window | null) => {
    setScroller(element instanceof HTMLElement ? element : null);
  }, []);

  return { following, toEnd, leaveEnd, keepEnd, scroller, scrollerRef };
}
