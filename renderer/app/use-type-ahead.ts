import { useEffect } from "react";
import { closeNewSession, setTypedAhead, useNewSession } from "../features/new-session/new-session.store.ts";
import { hideOverlay, setQuery, useShell } from "./shell.store.ts";
import { appendTyped } from "./type-ahead.ts";

const isInPalette = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("[data-palette]") !== null;

interface TypedAhead {
  read(): string;
  write(text: string): void;
  close(): void;
}

const inPalette: TypedAhead = { read: () => useShell.getState().query, write: setQuery, close: hideOverlay };
const inNewSession: TypedAhead = {
  read: () => useNewSession.getState().typed,
  write: setTypedAhead,
  close: closeNewSession,
};

/** What is open and still loads, or takes letters only in its field. */
function useLoading(): TypedAhead | null {
  const isPalette = useShell(({ overlay }) => overlay === "palette" || overlay === "router");
  const isNewSession = useNewSession(({ start, isReady }) => start !== null && !isReady);
  if (isPalette) return inPalette;
  return isNewSession ? inNewSession : null;
}

/** Handles keys while an overlay is loading: letters are kept for its field, Escape closes it, and the page gets none of them. */
export function useTypeAhead(): void {
  const loading = useLoading();
  useEffect(() => {
    if (!loading) return;
    const onKey = (event: KeyboardEvent): void => {
      if (isInPalette(event.target)) return;
      if (event.key === "Escape") loading.close();
      const text = appendTyped(loading.read(), event);
      if (text !== null) loading.write(text);
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener("keydown", onKey, { capture: true });
    return () => removeEventListener("keydown", onKey, { capture: true });
  }, [loading]);
}
