import { useCallback, useEffect, useState } from "react";
import type { TranscriptWindow } from "../transcript-window.ts";
import { type Aim, aimAt, followAnchor, settle, startAim, targetStep } from "./target.ts";

interface Places {
  window: TranscriptWindow | undefined;
  /** The line that the address names. */
  anchor: number | null;
  going: boolean;
  loadAround(line: number): Promise<void>;
}

/** Where the list is to be: at the line that the address names or that was found, else at its end. */
export function useTarget({ window, anchor, going, loadAround }: Places) {
  const [held, setAim] = useState<Aim>(() => startAim(anchor));
  const followed = followAnchor(held, anchor);
  const step = targetStep(followed, window, going);
  const aim = step.is === "reached" ? settle(followed, step.target) : followed;
  if (aim !== held) setAim(aim);

  const { target } = aim;
  const line = step.is === "fetch" ? step.line : null;
  useEffect(() => {
    if (line === null) return;
    // Lines that could not be had are not asked for again; the list stays where it is.
    void loadAround(line).then(() => setAim((now) => settle(now, target)));
  }, [line, target, loadAround]);

  return {
    target,
    /** Its lines are still to come. */
    awaited: step.is === "wait" || step.is === "fetch",
    goTo: useCallback((wanted: number): void => setAim((now) => aimAt(now, wanted)), []),
    goBack: useCallback((wanted: number): void => setAim((now) => aimAt(now, wanted, false)), []),
    leave: useCallback((): void => setAim((now) => ({ ...now, target: null })), []),
  };
}

export type TargetAim = ReturnType<typeof useTarget>;
