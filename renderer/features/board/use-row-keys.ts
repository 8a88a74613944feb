import { useEffect, useLayoutEffect, useRef } from "react";
import { isTyping } from "../../lib/keyboard.ts";
import { neighbour } from "./view-model.ts";

const steps: Record<string, 1 | -1> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** Which row has the focus; -1 when none has. */
function focusedRow(holder: HTMLElement): number {
  const row = document.activeElement?.closest<HTMLElement>("[data-row]");
  return row && holder.contains(row) ? Number(row.dataset["row"]) : -1;
}

/**
 * j and k move the focus from row to row; the arrows do once a row has it. A row that is not drawn yet is
 * scrolled to first. Returns the ref of the element that holds the rows.
 */
export function useRowKeys(count: number, scrollTo: (index: number) => void) {
  const holder = useRef<HTMLElement>(null);
  const latest = useRef({ count, scrollTo });
  useLayoutEffect(() => {
    latest.current = { count, scrollTo };
  });

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const step = steps[event.key];
      const element = holder.current;
      if (
        !element ||
        step === undefined ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTyping(event.target)
      )
        return;
      const current = focusedRow(element);
      if (current < 0 && event.key.startsWith("Arrow")) return;
      event.preventDefault();
      focusRow(element, neighbour(latest.current.count, current, step), latest.current.scrollTo);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return holder;
}

const tries = 10;

function focusRow(holder: HTMLElement, index: number, scrollTo: (index: number) => void): void {
  if (index < 0) return;
  scrollTo(index);
  let left = tries;
  const attempt = (): void => {
    const row = holder.querySelector<HTMLElement>(`[data-row="${index}"]`);
    if (row) return row.focus({ preventScroll: true });
    left -= 1;
    if (left > 0) requestAnimationFrame(attempt);
  };
  attempt();
}
