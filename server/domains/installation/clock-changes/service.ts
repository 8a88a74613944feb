import type { ClockJump } from "../../../lib/clock-watch.ts";
import { instant } from "../../../lib/instant.ts";
import type { Logger } from "../../../lib/logger.ts";
import type { ClockChange } from "./model.ts";

export type ClockChangeService = ReturnType<typeof clockChangeService>;

const none: ClockChange = { changed_at: null, by_ms: 0 };

/** Says once that somebody set the machine's clock: in the log, and on the board until a person closes it. */
export function clockChangeService({ log }: { log: Pick<Logger, "warn"> }) {
  let last = none;
  let changed = (): void => undefined;
  return {
    last: (): ClockChange => last,
    /** Called when there is something new to say, and when it was closed. */
    onChange: (listener: () => void): void => void (changed = listener),
    note({ byMs, now }: ClockJump): void {
      log.warn({ byMs }, byMs < 0 ? "the clock was set back" : "the clock was set ahead");
      last = { changed_at: instant(now), by_ms: byMs };
      changed();
    },
    close(): ClockChange {
      last = none;
      changed();
      return last;
    },
  };
}
