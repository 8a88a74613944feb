import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { shortcutOf } from "../../lib/key-bindings.ts";
import { isTyping, matchesShortcut } from "../../lib/keyboard.ts";
import { composerDraft } from "../composer/use-send.ts";
import { neighborRow } from "../selection/neighbor-row.ts";

interface ListKeys {
  /** The sessions from top to bottom. */
  order: readonly number[];
  /** The session that the list is at; null if it has none. */
  current: number | null;
  /** Moves the list to a session; the conversation follows. */
  move(id: number): void;
}

const rowOf = (list: HTMLElement | null, id: number): HTMLElement | null =>
  list?.querySelector<HTMLElement>(`[data-beside="${id}"]`) ?? null;

function stepOf(event: KeyboardEvent, inList: boolean): 1 | -1 | null {
  if (matchesShortcut(event, shortcutOf("list.next")) || (inList && event.key === "ArrowDown")) return 1;
  if (matchesShortcut(event, shortcutOf("list.previous")) || (inList && event.key === "ArrowUp")) return -1;
  return null;
}

/** In the conversation, Escape belongs to fields, except that of the message, whose text is kept. */
const leavesPane = (target: Element, current: number | null): boolean =>
  !isTyping(target) || (current !== null && target.id === composerDraft(current));

/**
 * The list keys move through the sessions and leave the focus in the list. Enter moves it into the conversation, and Escape
 * back. Keys that something in the conversation uses stay there.
 */
export function useListKeys(
  list: RefObject<HTMLElement | null>,
  pane: RefObject<HTMLElement | null>,
  keys: ListKeys,
): void {
  const latest = useRef(keys);
  useLayoutEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    function step(event: KeyboardEvent, target: Element): boolean {
      const inList = list.current?.contains(target) === true;
      if (isTyping(target) || !(inList || target === document.body)) return false;
      const by = stepOf(event, inList);
      if (by === null) return false;
      const { order, current, move } = latest.current;
      const at = current === null ? -1 : order.indexOf(current);
      const id = order[neighborRow(order.length, at, by)];
      if (id === undefined) return false;
      const row = rowOf(list.current, id);
      row?.focus({ preventScroll: true });
      row?.scrollIntoView({ block: "nearest" });
      move(id);
      return true;
    }
    function enter(event: KeyboardEvent, target: Element): boolean {
      if (event.key !== "Enter" || list.current?.contains(target) !== true) return false;
      const conversation = pane.current?.querySelector<HTMLElement>("[data-conversation] [tabindex]");
      conversation?.focus();
      return conversation != null;
    }
    function leave(event: KeyboardEvent, target: Element): boolean {
      const { current } = latest.current;
      if (event.key !== "Escape" || pane.current?.contains(target) !== true) return false;
      if (!leavesPane(target, current)) return false;
      const row = current === null ? null : rowOf(list.current, current);
      row?.focus();
      return row !== null;
    }
    const onKey = (event: KeyboardEvent): void => {
      const { target } = event;
      const isHandled = event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey;
      if (isHandled || !(target instanceof Element)) return;
      const isLate = event.eventPhase !== Event.CAPTURING_PHASE;
      if (isLate ? leave(event, target) : step(event, target) || enter(event, target)) event.preventDefault();
    };
    // Before the conversation, which has keys of its own; Escape after it, since a field may need it.
    addEventListener("keydown", onKey, { capture: true });
    addEventListener("keydown", onKey);
    return () => {
      removeEventListener("keydown", onKey, { capture: true });
      removeEventListener("keydown", onKey);
    };
  }, [list, pane]);
}
