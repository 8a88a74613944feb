import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { isTyping, popups } from "../../lib/keyboard.ts";
import { composerDraft } from "../composer/use-send.ts";
import { boardAsLeft } from "../sessions/left-board.store.ts";

/** With the list of sessions beside the page, Escape in the page goes to the list first. */
const belongsToList = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target !== document.body &&
  target.closest("[data-beside]") === null &&
  document.querySelector("[data-beside]") !== null;

/** Escape leaves the message field, then the page, also while that is loaded (`sessionId` null). What is open closes first, and other fields use the key themselves. */
export function useLeaveByEscape(sessionId: number | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    let isTaken = false;
    // What is open may be gone by the time the event reaches the window again.
    const before = ({ key }: KeyboardEvent): void => {
      if (key === "Escape") isTaken = document.querySelector(popups) !== null;
    };
    const onKey = (event: KeyboardEvent): void => {
      const { target } = event;
      if (event.key !== "Escape" || event.defaultPrevented || isTaken) return;
      const field = sessionId === null ? null : composerDraft(sessionId);
      if (target instanceof HTMLElement && target.id === field) return target.blur();
      if (!isTyping(target) && !belongsToList(target)) void navigate({ to: "/", search: boardAsLeft() });
    };
    addEventListener("keydown", before, { capture: true });
    addEventListener("keydown", onKey);
    return () => {
      removeEventListener("keydown", before, { capture: true });
      removeEventListener("keydown", onKey);
    };
  }, [navigate, sessionId]);
}
