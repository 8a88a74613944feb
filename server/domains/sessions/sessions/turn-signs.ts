import type { TurnCloning } from "./model.ts";

/** What a turn shows besides its rows. Kept in memory: after a restart, the turn begins again. Times are epoch ms. */
export interface TurnSigns {
  /** Set while the turn makes the session's clone. */
  cloning: { step: TurnCloning["step"]; percent: number | null; since: number } | null;
  /** Since when the agent has given no sign of life; null while that is not worth a word. */
  silentSince: number | null;
}

const nothing: TurnSigns = { cloning: null, silentSince: null };

export type TurnSignsBoard = ReturnType<typeof turnSigns>;

/** The signs of each session's turn. `changed` is called after each change, so that views of the session are updated. */
export function turnSigns(changed: (sessionId: number) => void) {
  const shown = new Map<number, TurnSigns>();

  return {
    of: (sessionId: number): TurnSigns => shown.get(sessionId) ?? nothing,
    show(sessionId: number, change: Partial<TurnSigns>): void {
      const next = { ...nothing, ...shown.get(sessionId), ...change };
      if (next.cloning === null && next.silentSince === null) shown.delete(sessionId);
      else shown.set(sessionId, next);
      changed(sessionId);
    },
  };
}
