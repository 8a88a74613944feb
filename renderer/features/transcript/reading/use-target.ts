import { useCallback, useEffect, useState } from "react";
import type { TranscriptWindow } from "../transcript-window.ts";
import { type Aim, aimAt, followAnchor, settle, startAim, targetStep } from "./target.ts";

interface Places {
  window: TranscriptWindow | undefined;
  /** The line in the address. */
  anchor: number | null;
  going: boolean;
  loadAround(line: number): Promise<void>;
}

/** Where the list should be: at the line in the address, at a match, or at the end. */
export function useTarget({ window, anchor, going, loadAround }: Places) {
  const [lastAim, setAim] = useState<Aim>(() => startAim(anchor));
  const followed = followAnchor(lastAim, anchor);
  const step = targetStep(followed, window, going);
  const aim = step.is === "reached" ? settle(followed, step.target) : followed;
  if (aim !== lastAim) setAim(aim);

  const { target } = aim;
  const line = step.is === "fetch" ? step.line : null;
  useEffect(() => {
    if (line === null) return;
    // Lines that could not be loaded are not requested again; the list stays in place.
    void loadAround(line).then(() => setAim((now) => settle(now, target)));
  }, [line, target, loadAround]);

  return {
    target,
    /** Its lines are still loading. */
    awaited: step.is === "wait" || step.is === "fetch",
    goTo: useCallback((wanted: number): void => setAim((now) => aimAt(now, wanted)), []),
    goBack: useCallback((wanted: number): void => setAim((now) => aimAt(now, wanted, false)), []),
    leave: useCallback((): void => setAim((now) => ({ ...now, target: null })), []),
  };
}

export type TargetAim = ReturnType<typeof useTarget>;
