import type { TopUpKnobs } from "./model.ts";
import type { TopUpDecision, TopUpSituation } from "./rules.ts";

const plural = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** "at most 24 times a day", "once every 3 days". */
function often(minutes: number): string {
  const day = 1_440;
  if (minutes <= day)
    return `at most ${Math.floor(day / minutes) === 1 ? "once" : `${Math.floor(day / minutes)} times`} a day`;
  const hours = minutes / 60;
  return Number.isInteger(hours) && hours % 24 === 0
    ? `once every ${hours / 24} days`
    : `once every ${Math.round(hours)} hours`;
}

/** The words of the fleet top-up. */
export const text = {
  cadence: (knobs: TopUpKnobs): { fires: string; quiet: string } => ({
    fires: often(knobs.min_fire_interval_minutes),
    quiet: often(Math.max(knobs.min_fire_interval_minutes, knobs.quiet_backlog_interval_minutes)),
  }),

  veto: {
    parked: (count: number): string =>
      `${plural(count, "session")} ${count === 1 ? "is" : "are"} waiting for an account`,
    queued: (count: number): string =>
      `${plural(count, "session")} ${count === 1 ? "is" : "are"} ahead in the queue`,
    noAccount: "no account can take work",
  },

  sentence({ state, headroom }: TopUpDecision, of: TopUpSituation): string {
    const active = of.onWorker + of.awaiting;
    const limit = of.knobs.max_running_sessions;
    const room = `${active} of ${plural(limit, "session")} ${active === 1 ? "is" : "are"} working`;
    switch (state) {
      case "at_ceiling":
        return `${room}, so there is no room.`;
      case "vetoed":
        return of.veto === null ? "Paused." : `Paused: ${of.veto}.`;
      case "clock_not_started":
        return `${room}.`;
      case "inside_threshold":
        return `${room}. After ${plural(of.knobs.idle_minutes, "minute")} of that, the next items start.`;
      case "latched":
        return "It had its turn, and nothing has begun to work since.";
      case "cooling_down":
        return `${room}, but the last top-up was less than the interval ago.`;
      case "nothing_to_start":
        return `${room}, but there is nothing to start: the backlog is empty, and no trigger waits for it.`;
      case "due":
        return `${room}: there is room for ${plural(headroom, "more session")}.`;
    }
  },

  event: {
    idle: (active: number, limit: number, started: number): string =>
      `${active} of ${plural(limit, "session")} ${active === 1 ? "was" : "were"} working${started === 0 ? "" : `, and ${plural(started, "item")} of the backlog ${started === 1 ? "was" : "were"} started`}`,
    quota: (runtime: string): string => `An account of ${runtime} can take work again`,
  },

  log: {
    changed: (who: string, names: readonly string[]): string =>
      `[AppSettings] ${who} changed the fleet top-up: ${names.join(", ")}`,
    fired: (started: readonly number[]): string =>
      `[TopUp] there is room: ${started.length === 0 ? "nothing of the backlog was started" : `started sessions ${started.join(", ")}`}`,
    quota: (runtime: string, available: boolean): string =>
      `[Quota] ${runtime}: ${available ? "an account can take work" : "no account can take work"}`,
  },
};
