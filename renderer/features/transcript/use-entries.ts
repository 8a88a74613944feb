import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { VirtuosoHandle } from "react-virtuoso";
import { entryElement, firstInSight, focusedEntry, isInSight, useEntryKeys } from "./use-entry-keys.ts";
import { itemAt, type TimelineItem } from "./view-model.ts";

/** Frames that a list may take to get somewhere: entries that have just come in are measured on the way. */
const tries = 60;

const keyAt = (items: readonly TimelineItem[], line: number | null): string | null =>
  line === null ? null : (items[itemAt(items, line)]?.key ?? null);

interface Entries {
  list: RefObject<VirtuosoHandle | null>;
  items: readonly TimelineItem[];
  /** The line that the address names, at which the list begins. */
  anchor: number | null;
  leaveEnd(): void;
}

/** Brings entries into sight: the one that the address names, one that was found, and those that the keys step to. */
export function useEntries({ list, items, anchor, leaveEnd }: Entries) {
  const [marked, setMarked] = useState(() => keyAt(items, anchor));
  const latest = useRef(items);
  const frame = useRef(0);
  useLayoutEffect(() => {
    latest.current = items;
  });

  const show = useCallback(
    (key: string, then: (entry: HTMLElement) => void = () => undefined) => {
      let left = tries;
      const attempt = (): void => {
        // On the way it may have come by the end, which is followed from there.
        leaveEnd();
        const entry = entryElement(key);
        if (entry && isInSight(entry)) return then(entry);
        const index = latest.current.findIndex((item) => item.key === key);
        if (index >= 0) list.current?.scrollToIndex({ index, align: "center" });
        left -= 1;
        if (left > 0) frame.current = requestAnimationFrame(attempt);
      };
      cancelAnimationFrame(frame.current);
      attempt();
    },
    [list, leaveEnd],
  );

  const mark = useCallback(
    (key: string) => {
      setMarked(key);
      show(key);
    },
    [show],
  );

  const shown = useRef(anchor);
  useEffect(() => {
    if (anchor === shown.current) return;
    shown.current = anchor;
    const key = keyAt(latest.current, anchor);
    if (key !== null) mark(key);
  }, [anchor, mark]);

  const onStep = useRef((from: string | null, step: 1 | -1): void => {
    const at = latest.current.findIndex((item) => item.key === from);
    const next = Math.min(Math.max(at + step, 0), latest.current.length - 1);
    const key = at < 0 ? firstInSight() : latest.current[next]?.key;
    if (key !== undefined) show(key, (entry) => entry.focus({ preventScroll: true }));
  });
  useEntryKeys(onStep);

  /** The line of the entry in focus, if any. */
  const lineInFocus = useCallback((): number | null => {
    const key = focusedEntry();
    return latest.current.find((item) => item.key === key)?.entry.index ?? null;
  }, []);

  return { marked, mark, unmark: () => setMarked(null), lineInFocus };
}
