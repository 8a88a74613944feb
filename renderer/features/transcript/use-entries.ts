import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { VirtuosoHandle } from "react-virtuoso";
import { isOpenAtFirst, toolView } from "./entries/tool-view.ts";
import {
  entryElement,
  firstInSight,
  focusedEntry,
  isInSight,
  useEntryKeys,
} from "./entries/use-entry-keys.ts";
import type { Target } from "./reading/target.ts";
import { unfold, unfoldPart } from "./transcript.store.ts";
import { foldKeyOf, itemAt, type TimelineItem } from "./view-model.ts";

/** How many frames a list may take to reach a line: new entries are measured on the way. */
const tries = 60;

const keyAt = (items: readonly TimelineItem[], line: number | null): string | null =>
  line === null ? null : (items[itemAt(items, line)]?.key ?? null);

interface Entries {
  sessionId: number;
  list: RefObject<VirtuosoHandle | null>;
  items: readonly TimelineItem[];
  /** The line to go to, where the list begins. */
  target: Target | null;
  leaveEnd(): void;
}

/** The match may be in a collapsed part. */
function unfoldItem(sessionId: number, { key, entry: { event } }: TimelineItem): void {
  const fold = foldKeyOf(String(sessionId), key);
  unfold(fold, event.type === "tool_call" && isOpenAtFirst(toolView(event.name, event.input)));
  for (const part of ["in", "out", "patch", "edit0", "goal", "notes"]) unfoldPart(`${fold}:${part}`);
}

/** Scrolls to entries: the one in the address, a match, or the one that a key moves to. */
export function useEntries({ sessionId, list, items, target, leaveEnd }: Entries) {
  const [marked, setMarked] = useState(() => keyAt(items, target?.line ?? null));
  const latest = useRef(items);
  const frame = useRef(0);
  useLayoutEffect(() => {
    latest.current = items;
  });

  const show = useCallback(
    (key: string, then: (entry: HTMLElement) => void = () => undefined) => {
      let left = tries;
      const attempt = (): void => {
        // It may have passed the end on the way, which would be followed from there.
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

  useEffect(() => {
    const item = target?.found ? latest.current[itemAt(latest.current, target.line)] : undefined;
    if (item) unfoldItem(sessionId, item);
  }, [sessionId, target]);

  const shown = useRef(target);
  useEffect(() => {
    if (target === shown.current) return;
    shown.current = target;
    const key = keyAt(latest.current, target?.line ?? null);
    if (key === null) setMarked(null);
    else mark(key);
  }, [target, mark]);

  const onStep = useRef((from: string | null, step: 1 | -1): void => {
    const at = latest.current.findIndex((item) => item.key === from);
    const next = Math.min(Math.max(at + step, 0), latest.current.length - 1);
    const key = at < 0 ? firstInSight() : latest.current[next]?.key;
    if (key !== undefined) show(key, (entry) => entry.focus({ preventScroll: true }));
  });
  useEntryKeys(onStep);

  /** The line of the focused entry, if any. */
  const lineInFocus = useCallback((): number | null => {
    const key = focusedEntry();
    return latest.current.find((item) => item.key === key)?.entry.index ?? null;
  }, []);

  return { marked, lineInFocus };
}
