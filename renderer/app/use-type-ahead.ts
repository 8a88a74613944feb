import { useEffect } from "react";
import { hideOverlay, setQuery, useShell } from "./shell.store.ts";
import { appendTyped } from "./type-ahead.ts";

const isInPalette = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("[data-palette]") !== null;

/** Handles keys while the palette or the router is loading: letters are kept for its field, Escape closes it, and the page gets none of them. */
export function useTypeAhead(): void {
  const isOpen = useShell(({ overlay }) => overlay === "palette" || overlay === "router");
  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent): void => {
      if (isInPalette(event.target)) return;
      if (event.key === "Escape") hideOverlay();
      const text = appendTyped(useShell.getState().query, event);
      if (text !== null) setQuery(text);
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener("keydown", onKey, { capture: true });
    return () => removeEventListener("keydown", onKey, { capture: true });
  }, [isOpen]);
}
