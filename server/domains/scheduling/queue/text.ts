const className = (chosen: string | null, resolved: string): string =>
  chosen === null ? `${resolved} (by its origin)` : chosen;

export const text = {
  classChanged: (
    before: { chosen: string | null; resolved: string },
    after: { chosen: string | null; resolved: string },
    who: string,
  ): string =>
    `Scheduling class changed from ${className(before.chosen, before.resolved)} to ${className(after.chosen, after.resolved)} by ${who}`,

  started: "The turn starts",
  retried: "The turn is tried again now",
  alreadyDue: "The turn is due already and starts as soon as a thread is free",
  startedBy: (who: string): string => `Started now by ${who}`,

  promoted: "It is a priority session now, and its turn starts",
  promotedDue: "It is a priority session now, and its turn goes before those of spot sessions",

  forced: (victim: number): string =>
    `The turn of session ${victim} was stopped and queued again; this one starts`,
  forcedBy: (who: string, victim: number): string => `Started by ${who} with the thread of session ${victim}`,
  forcedOut: (target: number, who: string): string =>
    `${who} stopped this turn to start session ${target}. It continues as soon as it can.`,

  paused: "The session waits in the spot queue",
  pausedBy: (who: string): string => `Paused into the spot queue by ${who}`,
};
