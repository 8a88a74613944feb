import { uptime } from "node:os";
import type { Clock } from "./clock.ts";

export interface ClockJump {
  /** How far the clock was moved, in ms; negative if it was set back. */
  byMs: number;
  /** Epoch ms after the change. */
  now: number;
}

const checkEveryMs = 1_000;
/** Less is a correction that a time server makes in small steps. */
const leastJumpMs = 2_000;

/** Time that passes whatever the clock says, while the machine sleeps too. */
const systemUptimeMs = (): number => uptime() * 1_000;

/** Notices within a second that somebody set the machine's clock. Sleep is no such change. */
export function clockWatch(deps: { clock: Clock; elapsedMs?(): number; onJump(jump: ClockJump): void }) {
  const elapsedMs = deps.elapsedMs ?? systemUptimeMs;
  let timer: NodeJS.Timeout | undefined;
  let last = { now: 0, elapsed: 0 };

  const read = () => ({ now: deps.clock.now(), elapsed: elapsedMs() });

  function check(): void {
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
    check,
    stop: (): void => clearInterval(timer),
  };
}
