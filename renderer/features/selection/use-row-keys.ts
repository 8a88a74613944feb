import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { shortcutOf } from "../../lib/key-bindings.ts";
import { isTyping, matchesShortcut } from "../../lib/keyboard.ts";
import { neighborRow } from "./neighbor-row.ts";
import { anchoredAt, changeSelection, extendTo, useSelection } from "./selection.store.ts";

/** Down or up; undefined for any other key. */
function stepOfKey(event: KeyboardEvent): 1 | -1 | undefined {
  if (event.key === "ArrowDown" || matchesShortcut(event, shortcutOf("list.next"))) return 1;
  if (event.key === "ArrowUp" || matchesShortcut(event, shortcutOf("list.previous"))) return -1;
  return undefined;
}

interface Rows {
  /** IDs from top to bottom. */
  order: readonly number[];
  scrollTo(index: number): void;
}

/** The index of the focused row, or -1. */
function focusedRow(holder: HTMLElement): number {
  const row = document.activeElement?.closest<HTMLElement>("[data-row]");
  return row && holder.contains(row) ? Number(row.dataset["row"]) : -1;
}

/** The session whose row contains the element. */
function sessionAt(target: EventTarget | null): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>("[data-session]") : null;
  return row ? Number(row.dataset["session"]) : null;
}

/** Extends the selection to the focused row. */
function extendHere(event: KeyboardEvent, { order }: Rows): boolean {
  if (!matchesShortcut(event, shortcutOf("board.extend"))) return false;
  const id = sessionAt(document.activeElement);
  if (id !== null) changeSelection((before) => extendTo(before, id, order));
  return id !== null;
}

/** Shift with an arrow key moves the focus and extends the selection to that row. */
function extendOn(event: KeyboardEvent, holder: HTMLElement, { order, scrollTo }: Rows): boolean {
  if (!event.shiftKey || !event.key.startsWith("Arrow")) return false;
  const step = stepOfKey(event);
  const from = sessionAt(document.activeElement);
  const focused = focusedRow(holder);
  if (step === undefined || from === null || focused < 0) return false;
  const index = neighborRow(order.length, focused, step);
  const to = order[index];
  if (to === undefined) return false;
  changeSelection((before) => extendTo(anchoredAt(before, from), to, order));
  focusRow(holder, index, { scrollTo });
  return true;
}

/** Shift-click extends the selection to the row; a plain link would open another window. */
function extendByPress(event: MouseEvent, { order }: Rows): void {
  const id = sessionAt(event.target);
  const isLink = event.target instanceof Element && event.target.closest("a") !== null;
  if (!event.shiftKey || event.ctrlKey || event.metaKey || id === null || !isLink) return;
  event.preventDefault();
  event.stopPropagation();
  if (event.type === "click")
    changeSelection((before) => extendTo(anchoredAt(before, before.current ?? id), id, order));
}

/**
 * The list keys (j and k) move the focus from row to row, and so do the arrow keys once a row has the focus. A row that
 * is not rendered yet is scrolled into view first. The focused row becomes the current row of the selection.
 */
export function useRowKeys(holder: RefObject<HTMLElement | null>, rows: Rows): void {
  const latest = useRef(rows);
  useLayoutEffect(() => {
    latest.current = rows;
  });

  useEffect(() => {
    const element = holder.current;
    if (!element) return;
    const listening = new AbortController();
    const { signal } = listening;
    let last = -1;
    const onKey = (event: KeyboardEvent): void => {
      const isHandled = event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey;
      if (isHandled || isTyping(event.target)) return;
      const isDone =
        extendHere(event, latest.current) ||
        extendOn(event, element, latest.current) ||
        moveFocus(event, element, { ...latest.current, last });
      if (isDone) event.preventDefault();
    };
    const onFocus = ({ target }: FocusEvent): void => {
      last = focusedRow(element);
      const current = sessionAt(target);
      if (current !== null) changeSelection((before) => ({ ...before, current }));
    };
    const onPress = (event: MouseEvent): void => extendByPress(event, latest.current);
    addEventListener("keydown", onKey, { signal });
    // Shift with a mouse press also selects text, from the place of the last press.
    element.addEventListener("mousedown", onPress, { signal, capture: true });
    element.addEventListener("click", onPress, { signal, capture: true });
    element.addEventListener("focusin", onFocus, { signal });
    return () => listening.abort();
  }, [holder]);
}

const hasNoFocus = (): boolean => document.activeElement === null || document.activeElement === document.body;

/**
 * Gives the focus back: to the session that was last looked at when the list is shown again, and to the row that takes the
 * place of the focused one when that leaves.
 */
export function useKeptRow(holder: RefObject<HTMLElement | null>, { order, scrollTo }: Rows): void {
  const lit = useRef<{ id: number; index: number } | null>(null);
  const isShown = useRef(false);
  useEffect(() => {
    const element = holder.current;
    if (!element || order.length === 0) return;
    const isFirst = !isShown.current;
    isShown.current = true;
    const { current } = useSelection.getState();
    const at = current === null ? -1 : order.indexOf(current);
    const before = lit.current;
    if (at >= 0 && current !== null) lit.current = { id: current, index: at };
    if (!hasNoFocus()) return;
    const mayTake = hasNoFocus;
    if (isFirst && at >= 0) focusRow(element, at, { scrollTo, mayTake });
    else if (before !== null && before.id === current && at < 0)
      // What a person scrolled to stays where it is.
      focusRow(element, Math.min(before.index, order.length - 1), { scrollTo: () => undefined, mayTake });
  });
}

/** `last` is the last focused row; if it is gone, the row that took its place comes next. */
function moveFocus(event: KeyboardEvent, holder: HTMLElement, rows: Rows & { last: number }): boolean {
  const { order, scrollTo, last } = rows;
  const step = stepOfKey(event);
  if (step === undefined) return false;
  const focused = focusedRow(holder);
  if (focused < 0 && event.key.startsWith("Arrow")) return false;
  const gap = step === 1 ? last - 1 : last;
  focusRow(holder, neighborRow(order.length, focused < 0 ? gap : focused, step), { scrollTo });
  return true;
}

const maxAttempts = 10;

function focusRow(
  holder: HTMLElement,
  index: number,
  { scrollTo, mayTake = () => true }: Pick<Rows, "scrollTo"> & { mayTake?(): boolean },
): void {
  if (index < 0) return;
  let left = maxAttempts;
  const attempt = (): void => {
    if (!mayTake()) return;
    // Again each time: a list that was just made does not know its sizes.
    scrollTo(index);
    const row = holder.querySelector<HTMLElement>(`[data-row="${index}"] :is(a, [data-fold])`);
    if (row) return row.focus({ preventScroll: true });
    left -= 1;
    if (left > 0) requestAnimationFrame(attempt);
  };
  attempt();
}
