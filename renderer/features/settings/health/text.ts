const count = (n: number, one: string, many = `${one}s`): string =>
  `${n.toLocaleString()} ${n === 1 ? one : many}`;

/** The words of the health page. */
export const text = {
  what: "the health report",
  overall: {
    healthy: "Everything works",
    warning: "Something needs attention",
    critical: "Something does not work",
  },
  states: { healthy: "OK", warning: "Attention", critical: "Not working" },
  groups: {
    sessions: "Sessions",
    processes: "Processes",
    queue: "Queues and jobs",
    database: "Database",
    disk: "Disk",
    service: "Service",
    connections: "Connections",
  },
  checked: "Checked",
  since: "since",
  showAll: (n: number): string => `Show all ${n} checks`,
  showLess: "Show less",
  actionFailed: "The action failed",

  links: {
    backups: "Open backups",
    data: "Free up space",
    catalog: "Open catalog",
    connectors: "Open connectors",
    devices: "Open network",
  },
  cleanup: {
    action: "End stray processes",
    title: (n: number): string => `End ${count(n, "stray process", "stray processes")}?`,
    description: (names: readonly string[]): string =>
      `No session needs them: ${names.join(", ")}. Processes of running sessions are kept.`,
  },
  retry: {
    action: "Retry failed sessions",
    title: "Restart failed sessions?",
    description: (failed: number): string =>
      `${count(failed, "session")} failed. Those that failed in the last 24 hours continue where they stopped, at most ten at a time.`,
    confirm: "Restart",
  },
  archive: {
    title: "Archive old sessions",
    description:
      "Archives sessions that nobody touched and that did nothing for some days. What waits or runs is kept.",
    days: "Days untouched",
    action: "Archive",
    confirmTitle: (days: number): string => `Archive sessions untouched for ${count(days, "day")}?`,
    confirm: "At most 200 sessions go to the trash, where you can get them back for some days.",
  },
  clis: { action: "Check again", done: "The CLIs are being checked" },
  recovery: {
    title: "Queue recovery mode",
    description:
      "Holds polls, triggers, cleanup and other background jobs for a while. Agents keep running. It ends by itself.",
    reason: "Reason",
    minutes: "Minutes",
    enter: "Hold background queues",
    extend: "Extend",
    exit: "End recovery mode",
    enterTitle: (minutes: number): string => `Hold background queues for ${count(minutes, "minute")}?`,
    enterDescription: (ready: number): string =>
      `${count(ready, "job")} ${ready === 1 ? "is" : "are"} due now. Jobs are still added, and run once it ends.`,
    on: (minutes: number, by: string, reason: string | null): string =>
      `On for ${count(minutes, "more minute", "more minutes")}, entered by ${by}${reason === null ? "" : `: ${reason}`}`,
    off: "Off",
  },
  queues: {
    title: "Queues",
    description: "How many jobs wait and run in each queue. Move or discard jobs that are stuck.",
    table: "Queues",
    queue: "Queue",
    waiting: "Waiting",
    later: "Later",
    running: "Running",
    done: "Done in 1 h",
    held: "held",
    jobs: "Jobs",
    show: (queue: string): string => `Jobs of the ${queue} queue`,
    none: "Only recurring jobs wait in this queue",
    kind: (kind: string, n: number): string => `${kind}: ${count(n, "job")}`,
    later30: "Run in 30 min",
    discard: "Discard",
    discardNamed: (kind: string): string => `Discard the jobs ${kind}`,
    laterNamed: (kind: string): string => `Run the jobs ${kind} in 30 minutes`,
    discardTitle: (n: number, kind: string): string => `Discard ${count(n, "job")} of ${kind}?`,
    discardDescription:
      "What they would have done is not done, and they cannot be brought back. If their number has changed meanwhile, nothing is discarded.",
    laterTitle: (n: number, kind: string): string => `Run ${count(n, "job")} of ${kind} in 30 minutes?`,
    laterDescription: "They stay queued and can be moved again.",
    loading: "the queued jobs",
  },
  recurring: {
    title: "Recurring jobs",
    description: "What the service does by itself, and whether it did it on time.",
    lastSuccess: "Last success",
    notYet: "not yet since the start",
    overdue: "late",
    running: "running",
  },
  diagnostics: {
    title: "Diagnostics",
    description:
      "An archive for a bug report: versions, settings, the recent log, this report, and how the database is made. It has no secrets, prompts or transcripts.",
    action: "Download diagnostics",
    file: "signalbox-diagnostics.zip",
  },
  actions: {
    title: "Recent actions",
    description: "Who used these actions.",
    none: "Nobody has used one yet",
  },
};
