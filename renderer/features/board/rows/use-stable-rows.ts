import { type RefObject, useCallback, useEffect, useState } from "react";
import { useActions } from "../../selection/actions.store.ts";
import type { BoardGroup } from "../view-model.ts";
import { asIs, type StableRows, stabilize } from "./stable-rows.ts";

/** A pointer that is idle this long no longer holds the rows. */
const idleMs = 15_000;

/** True while a mouse or the keyboard is used in the element. */
function useHold(holder: RefObject<HTMLElement | null>) {
  const [isHeld, setIsHeld] = useState(false);
  const release = useCallback(() => setIsHeld(false), []);
  useEffect(() => {
    const element = holder.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hold = (event: Event): void => {
      // A lifted finger does not point at anything.
      if (event instanceof PointerEvent && event.pointerType !== "mouse") return;
      setIsHeld(true);
      clearTimeout(timer);
      timer = setTimeout(() => setIsHeld(false), idleMs);
    };
    const listening = new AbortController();
    const { signal } = listening;
    element.addEventListener("pointermove", hold, { signal, passive: true });
    element.addEventListener("keydown", hold, { signal });
    element.addEventListener("pointerleave", () => setIsHeld(false), { signal });
    element.addEventListener(
      "focusout",
      (event) => !element.contains(event.relatedTarget as Node | null) && setIsHeld(false),
      { signal },
    );
    return () => {
      clearTimeout(timer);
      listening.abort();
    };
  }, [holder]);
  return { isHeld, release };
}

/**
 * The list as it is shown: rows stay in place while a person points at them. A change of `about` means a new list.
 */
export function useStableRows(
  groups: readonly BoardGroup[],
  about: string,
  holder: RefObject<HTMLElement | null>,
): StableRows & { release(): void } {
  const { isHeld, release } = useHold(holder);
  const dismissed = useActions((state) => state.dismissed);
  const [kept, setKept] = useState({ groups, about });
  const isNew = !isHeld || kept.about !== about;
  if (isNew && (kept.groups !== groups || kept.about !== about)) setKept({ groups, about });
  return { ...(isNew ? asIs(groups) : stabilize(kept.groups, groups, dismissed)), release };
}
