import { type RefObject, useEffect, useRef } from "react";
import type { OpenedBy } from "./LazyPopup.tsx";

export const openingKeys = { down: "ArrowDown", up: "ArrowUp" } as const;

/**
 * Sends the key that opened a menu to the menu's own trigger again: Base UI focuses the first or last item only for a
 * key that it received itself.
 */
export function useReplayOpeningKey(trigger: RefObject<HTMLElement | null>, by: OpenedBy): void {
  const isReplayed = useRef(by === "pointer");
  useEffect(() => {
    if (by === "pointer" || isReplayed.current) return;
    isReplayed.current = true;
    trigger.current?.focus();
    trigger.current?.dispatchEvent(
      new KeyboardEvent("keydown", { key: openingKeys[by], bubbles: true, cancelable: true }),
    );
  }, [trigger, by]);
}
