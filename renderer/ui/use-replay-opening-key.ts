import { type RefObject, useEffect, useRef } from "react";
import type { OpenedBy } from "./LazyPopup.tsx";

const keys = { down: "ArrowDown", up: "ArrowUp" } as const;

/**
 * Gives the key that asked for a menu to its trigger once there is one that knows what to do with it: Base UI goes to
 * the first or the last line only for a key that it saw itself.
 */
export function useReplayOpeningKey(trigger: RefObject<HTMLElement | null>, by: OpenedBy): void {
  const isReplayed = useRef(by === "pointer");
  useEffect(() => {
    if (by === "pointer" || isReplayed.current) return;
    isReplayed.current = true;
    trigger.current?.focus();
    trigger.current?.dispatchEvent(
      new KeyboardEvent("keydown", { key: keys[by], bubbles: true, cancelable: true }),
    );
  }, [trigger, by]);
}
