import { type RefObject, useEffect } from "react";
import { isTyping } from "../../../lib/keyboard.ts";
import { readingBarPx } from "../transcript-column.ts";

const steps: Record<string, 1 | -1> = { j: 1, k: -1 };

/** The key of the entry that contains the focus. */
export const focusedEntry = (): string | null =>
  document.activeElement?.closest<HTMLElement>("[data-entry]")?.dataset["entry"] ?? null;

export const entryElement = (key: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-entry="${CSS.escape(key)}"]`);

/** Whether a part of it is visible in the scrolling element. */
export function isInSight(entry: HTMLElement): boolean {
  const { top, bottom } = entry.getBoundingClientRect();
  const view = entry.closest("[data-virtuoso-scroller]")?.getBoundingClientRect();
  return view !== undefined && bottom > view.top + readingBarPx && top < view.bottom;
}

/** The key of the topmost visible entry. */
export const firstInSight = (): string | undefined =>
  [...document.querySelectorAll<HTMLElement>("[data-entry]")].find(isInSight)?.dataset["entry"];

/** Expands or collapses an entry, like its button. */
function turnEntry(key: string): void {
  entryElement(key)?.querySelector<HTMLElement>("[aria-expanded]")?.click();
}

/** j and k move the focus between entries; Enter expands or collapses the focused one. */
export function useEntryKeys(onStep: RefObject<(from: string | null, step: 1 | -1) => void>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target))
        return;
      const key = focusedEntry();
      const step = steps[event.key];
      if (step !== undefined) {
        event.preventDefault();
        onStep.current(key, step);
      } else if (event.key === "Enter" && key !== null && event.target === entryElement(key)) turnEntry(key);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [onStep]);
}
