import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { shortcutOf } from "../../lib/key-bindings.ts";
import { isTyping, matchesShortcut } from "../../lib/keyboard.ts";
import { neighborRow } from "./neighbor-row.ts";
import { anchoredAt, changeSelection, extendTo } from "./selection.store.ts";

/** Down or up; undefined for any other key. */
function stepOfKey(event: KeyboardEvent): 1 | -1 | undefined {
  if (event.key === "ArrowDown" || matchesShortcut(event, shortcutOf("list.next"))) return 1;
  if (event.key === "ArrowUp" || matchesShortcut(event, shortcutOf("list.previous"))) return -1;
  return undefined;
}

interface Rows {
  /** Ids from top to bottom. */
  order: readonly number[];
  scrollTo(index: number): void;
}

/** Which row has the focus; -1 when none has. */
function focusedRow(holder: HTMLElement): number {
  const row = document.activeElement?.closest<HTMLElement>("[data-row]");
  return row && holder.contains(row) ? Number(row.dataset["row"]) : -1;
}

/** Which session's row an element stands in. */
function sessionAt(target: EventTarget | null): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>("[data-session]") : null;
  return row ? Number(row.dataset["session"]) : null;
}

/** Extends the selection to the row with the focus. */
function extendHere(event: KeyboardEvent, { order }: Rows): boolean {
  if (!matchesShortcut(event, shortcutOf("board.extend"))) return false;
  const id = sessionAt(document.activeElement);
  if (id !== null) changeSelection((held) => extendTo(held, id, order));
  return id !== null;
}

/** Shift and an arrow take the row into the selection that the focus goes to. */
function extendOn(event: KeyboardEvent, holder: HTMLElement, { order, scrollTo }: Rows): boolean {
  if (!event.shiftKey || !event.key.startsWith("Arrow")) return false;
  const step = stepOfKey(event);
  const from = sessionAt(document.activeElement);
  const focused = focusedRow(holder);
  if (step === undefined || from === null || focused < 0) return false;
  const index = neighborRow(order.length, focused, step);
  const to = order[index];
  if (to === undefined) return false;
  changeSelection((held) => extendTo(anchoredAt(held, from), to, order));
  focusRow(holder, index, scrollTo);
  return true;
}

/** Shift and a press on a row take all rows up to it; a link by itself would open another window. */
function extendByPress(event: MouseEvent, { order }: Rows): void {
  const id = sessionAt(event.target);
  const isLink = event.target instanceof Element && event.target.closest("a") !== null;
  if (!event.shiftKey || event.ctrlKey || event.metaKey || id === null || !isLink) return;
  event.preventDefault();
  event.stopPropagation();
  if (event.type === "click")
    changeSelection((held) => extendTo(anchoredAt(held, held.current ?? id), id, order));
}

/**
 * The keys of lists (j and k) move the focus from row to row; the arrows do once a row has it. A row that is not drawn yet is scrolled to
 * first. The row that gets the focus is the current one of the selection.
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
      const isOthers = event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey;
      if (isOthers || isTyping(event.target)) return;
      const isDone =
        extendHere(event, latest.current) ||
        extendOn(event, element, latest.current) ||
        moveFocus(event, element, { ...latest.current, last });
      if (isDone) event.preventDefault();
    };
    const onFocus = ({ target }: FocusEvent): void => {
      last = focusedRow(element);
      const current = sessionAt(target);
      if (current !== null) changeSelection((held) => ({ ...held, current }));
    };
    const onPress = (event: MouseEvent): void => extendByPress(event, latest.current);
    addEventListener("keydown", onKey, { signal });
    // A press with Shift marks text as well, from where the last one was.
    element.addEventListener("mousedown", onPress, { signal, capture: true });
    element.addEventListener("click", onPress, { signal, capture: true });
    element.addEventListener("focusin", onFocus, { signal });
    return () => listening.abort();
  }, [holder]);
}

/** `last` is where the focus was; where its row went away, the one that took its place comes next. */
function moveFocus(event: KeyboardEvent, holder: HTMLElement, rows: Rows & { last: number }): boolean {
  const { order, scrollTo, last } = rows;
  const step = stepOfKey(event);
  if (step === undefined) return false;
  const focused = focusedRow(holder);
  if (focused < 0 && event.key.startsWith("Arrow")) return false;
  const between = step === 1 ? last - 1 : last;
  focusRow(holder, neighborRow(order.length, focused < 0 ? between : focused, step), scrollTo);
  return true;
}

const tries = 10;

function focusRow(holder: HTMLElement, index: number, scrollTo: (index: number) => void): void {
  if (index < 0) return;
  scrollTo(index);
  let left = tries;
  const attempt = (): void => {
    const row = holder.querySelector<HTMLElement>(`[data-row="${index}"] a`);
    if (row) return row.focus({ preventScroll: true });
    left -= 1;
    if (left > 0) requestAnimationFrame(attempt);
  };
  attempt();
}
