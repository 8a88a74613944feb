import { type ClockJump, clockWatch, leastJumpMs } from "../lib/clock-watch.ts";
import { clockParts } from "./clock-parts.ts";
import type { ComposeDeps, Core, Platform } from "./deps.ts";

/** Notices that somebody set the machine's clock, and lets everything that lasts some time follow the time that passes. */
export function composeClockWatch(
  { database, clock }: ComposeDeps,
  { jobs, clockChanges }: Pick<Platform, "jobs" | "clockChanges">,
  { sessions, feed }: Pick<Core, "sessions" | "feed">,
) {
  function follow(jump: ClockJump): void {
    database.transaction(() => {
      for (const part of clockParts) part(database.sql, jump);
      jobs.clockMoved(jump);
    });
    clockChanges.note(jump);
    for (const { id } of sessions.waiting(["queued", "held", "parked"])) feed.session(id);
  }
  clockChanges.onChange(feed.clockChange);
  const watch = clockWatch({ clock, onJump: follow });

  return {
    /** A clock that was set back while no service ran shows in rows from what is now the future. */
    start(): void {
      const now = clock.now();
      const byMs = now - jobs.newestTime();
      if (byMs <= -leastJumpMs) follow({ byMs, now });
      watch.start();
    },
    check: watch.check,
    stop: watch.stop,
  };
}
