import { type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import { isTyping } from "../../lib/keyboard.ts";
import { changeSelection, extendTo } from "../selection/selection.store.ts";
import { neighbour } from "./view-model.ts";

const steps: Record<string, 1 | -1> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

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

/** Shift+X extends the selection to the row with the focus. */
function extendHere(event: KeyboardEvent, { order }: Rows): boolean {
  if (event.key !== "X" || !event.shiftKey) return false;
  const id = sessionAt(document.activeElement);
  if (id !== null) changeSelection((held) => extendTo(held, id, order));
  return id !== null;
}

/**
 * j and k move the focus from row to row; the arrows do once a row has it. A row that is not drawn yet is scrolled to
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
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const isDone =
        extendHere(event, latest.current) || moveFocus(event, element, { ...latest.current, last });
      if (isDone) event.preventDefault();
    };
    const onFocus = ({ target }: FocusEvent): void => {
      last = focusedRow(element);
      const current = sessionAt(target);
      if (current !== null) changeSelection((held) => ({ ...held, current }));
    };
    addEventListener("keydown", onKey, { signal });
    element.addEventListener("focusin", onFocus, { signal });
    return () => listening.abort();
  }, [holder]);
}

/** `last` is where the focus was; where its row went away, the one that took its place comes next. */
function moveFocus(event: KeyboardEvent, holder: HTMLElement, rows: Rows & { last: number }): boolean {
  const { order, scrollTo, last } = rows;
  const step = steps[event.key];
  if (step === undefined) return false;
  const focused = focusedRow(holder);
  if (focused < 0 && event.key.startsWith("Arrow")) return false;
  const between = step === 1 ? last - 1 : last;
  focusRow(holder, neighbour(order.length, focused < 0 ? between : focused, step), scrollTo);
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
