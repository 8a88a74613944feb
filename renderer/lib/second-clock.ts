import { useSyncExternalStore } from "react";

const listeners = new Set<() => void>();
let now = Date.now();
let ticking: ReturnType<typeof setInterval> | undefined;

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (ticking === undefined) {
    now = Date.now();
    ticking = setInterval(tick, 1_000);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
}

/** One clock for everything on the screen that counts seconds, in epoch ms; it stands still while nothing does. */
export const useSecond = (): number => useSyncExternalStore(subscribe, () => now);
