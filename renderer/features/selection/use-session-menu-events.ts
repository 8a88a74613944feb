import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { isTyping } from "../../lib/keyboard.ts";
import type { OpenedBy } from "../../ui/LazyPopup.tsx";
import { cachedSession } from "../sessions/session-cache.ts";
import { useSelection } from "./selection.store.ts";
import { openSessionMenu } from "./session-menu.store.ts";

const longPressMs = 500;
/** A finger that moves further than this scrolls or swipes. */
const slack = 10;

/** Opens the menu of the session that an element shows; of all selected sessions if it is one of them. */
function openFor(
  client: QueryClient,
  target: EventTarget | null,
  how: { at?: { x: number; y: number }; by: OpenedBy },
): boolean {
  const shown = target instanceof Element ? target.closest<HTMLElement>("[data-session]") : null;
  if (shown === null || isTyping(target)) return false;
  const id = Number(shown.dataset["session"]);
  const { ids } = useSelection.getState();
  const wanted = ids.has(id) ? [...ids] : [id];
  const sessions = wanted.flatMap((one) => cachedSession(client, one) ?? []);
  if (sessions.length === 0) return false;
  const from = target instanceof HTMLElement && how.by !== "pointer" ? target : shown.querySelector("a");
  const selectable = shown.dataset["row"] !== undefined;
  openSessionMenu({ sessions, anchor: how.at ?? shown, from, selectable, by: how.by });
  return true;
}

/** Links to other places keep the browser's menu. */
const isLinkElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("a[target=_blank]") !== null;

const isMenuKey = ({ key, shiftKey }: KeyboardEvent): boolean =>
  key === "ContextMenu" || (key === "F10" && shiftKey);

/** Opens the menu after a long press, which then is no press on what is below the finger. */
function watchLongPresses(client: QueryClient, signal: AbortSignal): void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let begun = { x: 0, y: 0 };
  let isOpened = false;
  const stop = (): void => clearTimeout(waiting);
  const onStart = ({ touches, target }: TouchEvent): void => {
    stop();
    isOpened = false;
    const [finger, second] = touches;
    if (!finger || second || isLinkElsewhere(target)) return;
    const at = { x: finger.clientX, y: finger.clientY };
    begun = at;
    waiting = setTimeout(() => {
      isOpened = openFor(client, target, { at, by: "pointer" });
    }, longPressMs);
  };
  const onMove = ({ touches: [finger] }: TouchEvent): void => {
    if (finger && Math.hypot(finger.clientX - begun.x, finger.clientY - begun.y) > slack) stop();
  };
  const onEnd = (event: TouchEvent): void => {
    stop();
    if (isOpened && event.cancelable) event.preventDefault();
  };
  document.addEventListener("touchstart", onStart, { signal, passive: true });
  document.addEventListener("touchmove", onMove, { signal, passive: true });
  document.addEventListener("touchend", onEnd, { signal });
  document.addEventListener("touchcancel", stop, { signal });
  signal.addEventListener("abort", stop);
}

/** Listens for the right mouse button, the menu key, Shift+F10 and long presses on every session that is shown. */
export function useSessionMenuEvents(): void {
  const client = useQueryClient();
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const onMenu = (event: MouseEvent): void => {
      if (event.defaultPrevented || isLinkElsewhere(event.target)) return;
      const at = { x: event.clientX, y: event.clientY };
      if (openFor(client, event.target, { at, by: "pointer" })) event.preventDefault();
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || !isMenuKey(event)) return;
      if (openFor(client, document.activeElement, { by: "down" })) event.preventDefault();
    };
    document.addEventListener("contextmenu", onMenu, { signal });
    document.addEventListener("keydown", onKey, { signal });
    watchLongPresses(client, signal);
    return () => listening.abort();
  }, [client]);
}
