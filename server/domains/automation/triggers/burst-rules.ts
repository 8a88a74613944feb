const windowMs = 60_000;
const coolDownMs = 5 * 60_000;

/** The columns of the row; epoch ms. */
export interface BurstState {
  burstWindowAt: number | null;
  burstWindowCount: number;
  burstActiveUntil: number | null;
}

export const noBurst: BurstState = { burstWindowAt: null, burstWindowCount: 0, burstActiveUntil: null };

export const isBursting = (
  { burstActiveUntil }: Pick<BurstState, "burstActiveUntil">,
  now: number,
): boolean => burstActiveUntil !== null && now < burstActiveUntil;

/**
 * R101. A minute begins with the first fire after the last minute, and every attempt counts. The first one over the
 * cap announces the burst; nothing more starts until five minutes after the last one over it.
 */
export function decideBurst(
  state: BurstState,
  cap: number | null,
  now: number,
): { verdict: "allowed" | "notice" | "suppressed"; next: BurstState } {
  if (cap === null) return { verdict: "allowed", next: noBurst };
  const { burstWindowAt: began } = state;
  const same = began !== null && now >= began && now < began + windowMs;
  const count = (same ? state.burstWindowCount : 0) + 1;
  const over = count > cap;
  const next = {
    burstWindowAt: same ? began : now,
    burstWindowCount: count,
    burstActiveUntil: over ? now + coolDownMs : state.burstActiveUntil,
  };
  if (isBursting(state, now)) return { verdict: "suppressed", next };
  return { verdict: over ? "notice" : "allowed", next };
}
