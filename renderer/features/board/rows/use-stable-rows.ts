import { type RefObject, useCallback, useEffect, useState } from "react";
import { useActions } from "../../selection/actions.store.ts";
import type { BoardGroup } from "../view-model.ts";
import { asIs, type StableRows, stabilize } from "./stable-rows.ts";

/** A pointer that rests this long is nobody about to press. */
const restMs = 15_000;

/** True while a mouse or a key is at work in the element. */
function useHold(holder: RefObject<HTMLElement | null>) {
  const [held, setHeld] = useState(false);
  const release = useCallback(() => setHeld(false), []);
  useEffect(() => {
    const element = holder.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const hold = (event: Event): void => {
      // A finger that is lifted points nowhere.
      if (event instanceof PointerEvent && event.pointerType !== "mouse") return;
      setHeld(true);
      clearTimeout(timer);
      timer = setTimeout(() => setHeld(false), restMs);
    };
    const listening = new AbortController();
    const { signal } = listening;
    element.addEventListener("pointermove", hold, { signal, passive: true });
    element.addEventListener("keydown", hold, { signal });
    element.addEventListener("pointerleave", () => setHeld(false), { signal });
    element.addEventListener(
      "focusout",
      (event) => !element.contains(event.relatedTarget as Node | null) && setHeld(false),
      { signal },
    );
    return () => {
      clearTimeout(timer);
      listening.abort();
    };
  }, [holder]);
  return { held, release };
}

/**
 * The list as it is drawn: while someone points at it rows stay where they are. `about` says what the list is of;
 * where that changes, it is a new list.
 */
export function useStableRows(
  groups: readonly BoardGroup[],
  about: string,
  holder: RefObject<HTMLElement | null>,
): StableRows & { release(): void } {
  const { held, release } = useHold(holder);
  const dismissed = useActions((state) => state.dismissed);
  const [kept, setKept] = useState({ groups, about });
  const isNew = !held || kept.about !== about;
  if (isNew && (kept.groups !== groups || kept.about !== about)) setKept({ groups, about });
  return { ...(isNew ? asIs(groups) : stabilize(kept.groups, groups, dismissed)), release };
}
