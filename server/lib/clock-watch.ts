import { type Clock, monotonicClock } from "./clock.ts";

export interface ClockJump {
  /** How far the clock was moved, in ms; negative if it was set back. */
  byMs: number;
  /** Epoch ms after the change. */
  now: number;
}

const checkEveryMs = 1_000;
/** Less is a correction that a time server makes in small steps. */
export const leastJumpMs = 2_000;

/** Notices within a second that somebody set the machine's clock. Sleep is no such change. */
export function clockWatch(deps: { clock: Clock; onJump(jump: ClockJump): void }) {
  const { now: elapsedMs } = monotonicClock(deps.clock);
  let timer: NodeJS.Timeout | undefined;
  let last: { now: number; elapsed: number } | null = null;

  const read = () => ({ now: deps.clock.now(), elapsed: elapsedMs() });

  function check(): void {
    if (last === null) return;
    const { now, elapsed } = read();
    const byMs = Math.round(now - last.now - (elapsed - last.elapsed));
    last = { now, elapsed };
    if (Math.abs(byMs) >= leastJumpMs) deps.onJump({ byMs, now });
  }

  return {
    start(): void {
      last = read();
      timer = setInterval(check, checkEveryMs).unref();
    },
    /** Does nothing before the start. */
    check,
    stop: (): void => clearInterval(timer),
  };
}
