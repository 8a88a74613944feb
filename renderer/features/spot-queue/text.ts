/** The words of the queue page. */
export const text = {
  title: "Queue",
  intro: "Spot sessions wait here until there is room. Priority sessions never do.",
  loading: "the queue",
  list: "Spot queue",
  empty: "The queue is empty",
  emptyHint: "Spot sessions that have to wait for a slot appear here, in the order in which they start.",
  waits: (count: number): string => `${count} waiting`,
  firstOnly: (shown: number, total: number): string => `The first ${shown} of ${total} are shown.`,
  waiting: "waiting",
  paused: "Stopped; resumes from here",
  moveFailed: "The session was not moved",
  startNow: "Start now",
  startNowOf: (title: string): string => `Start now: “${title}”`,
  startFailed: "The session was not started",
  forceStart: (victim: string): string => `Start, stopping “${victim}”`,
  force: {
    title: (title: string): string => `Start “${title}” with the thread of another session?`,
    body: (victim: string): string =>
      `The turn of “${victim}” is stopped and resumes from the queue. A tool call in progress is lost.`,
    confirm: (victim: string): string => `Stop “${victim}” and start`,
  },

  related: "Related",
  accounts: "Accounts and classes",
  defaults: "Defaults of new sessions",

  all: {
    pause: "Pause all",
    resume: "Resume all",
    title: "Pause everything?",
    body: (working: number): string =>
      `${working === 1 ? "The one session" : `The ${working} sessions`} that work stop and resume from the queue. Tool calls in progress are lost. Nothing new starts until you resume.`,
    confirm: "Pause all",
    pauseFailed: "Nothing was paused",
    resumeFailed: "Nothing was resumed",
    paused: (by: string): string => `Everything was paused by ${by}`,
  },

  working: (on: number, awaiting: number, limit: number): string =>
    `${on} running${awaiting === 0 ? "" : `, ${awaiting} waiting for a thread`} (limit ${limit})`,
  flows: "Spot sessions start at once.",

  pace: {
    label: "Quota and pace",
    windows: { five_hour: "5 hours", weekly: "7 days" },
    left: (of: { name: string; left: string; budget: string }): string =>
      `${of.name}: about ${of.left} of ${of.budget} left for spot sessions`,
    rate: (rate: string): string => `, enough for ${rate} per minute until the reset`,
    burn: (fleet: string, candidate: string): string =>
      `Running sessions use ${fleet} per minute; one more would use ${candidate}.`,
    unknown: "an unknown amount",
  },

  policy: {
    title: "Spot policy",
    gating: "Hold spot sessions at these limits",
    limit: "Sessions at once",
    limitHint: "Spot sessions wait while this many work. Priority sessions count, but never wait.",
    outOfReach: (slots: number): string =>
      `Only ${slots} ${slots === 1 ? "agent" : "agents"} can work at once, so a higher limit changes nothing.`,
    fiveHour: "Reserve of the five-hour window",
    weekly: "Reserve of the weekly window",
    reserveHint: "Percent of the quota that spot sessions leave to priority sessions.",
    preemption: "Priority sessions may take a spot session's slot",
    starvation: "Longest wait, in hours",
    starvationHint:
      "A session that quota holds for this long runs one turn anyway, one at a time. 0 turns that off.",
    now: "If you save this now",
    previewFailed: "These values are not valid",
    unchanged: "Nothing to save.",
    save: "Save",
    reset: "Discard changes",
    saved: "The policy was saved",
    saveFailed: "The policy was not saved",
  },
};
