const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

const units = ["B", "KB", "MB", "GB", "TB"] as const;

function bytes(n: number): string {
  let value = n;
  let unit = 0;
  for (; value >= 1_000 && unit < units.length - 1; unit++) value /= 1_024;
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

function lasting(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 90) return count(seconds, "second");
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return count(minutes, "minute");
  const hours = Math.round(minutes / 60);
  return hours < 48 ? count(hours, "hour") : count(Math.round(hours / 24), "day");
}

/** The words of the health report and its tool. */
export const text = {
  title: "System Health",
  clis: "Agent CLIs",
  notChecked: "not checked yet",
  notInstalled: "not installed",
  installed: "installed",
  signedIn: "signed in",
  notSignedIn: "not signed in",
  attention: "Needs Attention",
  everything: "Everything",
  recoveryOn: (until: string | null): string => `on until ${until ?? "further notice"}`,

  overall: {
    healthy: "Everything works",
    warning: "Something needs attention",
    critical: "Something does not work",
  },
  section: { healthy: "All is well", notProbed: "The service does not probe the network by itself" },

  failures: {
    title: "Failed sessions",
    value: (failed: number, ended: number, sessions: number): string =>
      `${failed} of ${count(ended, "turn")} failed in 24 hours; ${count(sessions, "session")} failed now`,
    fine: "Turns end as they should.",
    bad: "Many turns fail, so sessions stop before their work is done.",
  },
  retrying: {
    title: "Sessions that wait to retry",
    value: (n: number): string => count(n, "session"),
    fine: "No turn waits for a provider or a sign-in.",
    bad: "Their provider, their quota or a sign-in holds them up; they go on by themselves once it is available.",
  },
  stray: {
    title: "Stray agent processes",
    value: (n: number, tracked: number): string => `${n} stray, ${tracked} in use`,
    unknown: "This system does not list processes",
    fine: "Every agent process belongs to a session that is running.",
    bad: "They use memory and processor time, and may still change files, although no session needs them.",
  },
  limits: {
    title: "Limits of a turn",
    held: "Held",
    looked: "Looked at, not held",
  },
  lane: {
    title: (lane: string): string => `Queue: ${lane}`,
    value: (of: { ready: number; running: number; threads: number; age: number | null }): string =>
      `${of.ready} waiting${of.age === null ? "" : ` (oldest ${lasting(of.age)})`}, ${of.running} of ${of.threads} running`,
    held: "Its jobs are held for now, and run afterward.",
    fine: "Jobs start soon after they are due.",
    agentsBad: "Turns wait for a free agent. Pause a session, or allow more agents at once.",
    bad: "Jobs arrive faster than they finish, so what they do is late.",
  },
  stuck: {
    title: "Queue",
    fine: "Jobs that are due start.",
    bad: "Jobs are due and nothing starts them. Restart the service; the jobs are kept.",
    value: (lanes: readonly string[]): string =>
      lanes.length === 0 ? "Moving" : `Stuck: ${lanes.join(", ")}`,
  },
  recovery: {
    title: "Queue recovery mode",
    on: (left: number | null, by: string | null): string =>
      `On for ${lasting((left ?? 0) * 1_000)} more, entered by ${by ?? "somebody"}`,
    off: "Off",
    bad: "Background queues are held. Agents keep running; polls, triggers and cleanup wait.",
    fine: "All queues run.",
  },
  recurring: {
    title: "Recurring jobs",
    value: (late: readonly string[], failing: readonly string[], all: number): string =>
      late.length + failing.length === 0
        ? `${all} on schedule`
        : [
            late.length === 0 ? "" : `late: ${late.join(", ")}`,
            failing.length === 0 ? "" : `failing: ${failing.join(", ")}`,
          ]
            .filter((part) => part !== "")
            .join("; "),
    fine: "Polls, sweeps and renewals ran when they should.",
    bad: "What they keep current is out of date. The log has the reasons.",
  },
  failedJobs: {
    title: "Jobs that gave up",
    value: (n: number, kinds: readonly string[]): string => (n === 0 ? "None" : `${n}: ${kinds.join(", ")}`),
    fine: "No job ran out of tries.",
    bad: "These jobs failed every time and are not tried again.",
  },
  database: {
    title: "Database",
    value: (size: number, wal: number, free: number): string =>
      `${bytes(size)}, log ${bytes(wal)}, ${bytes(free)} unused`,
    fine: "It can be read and written.",
    bad: "It cannot be read or written, so nothing new is stored.",
    wal: "The write-ahead log is large; it shrinks after the next checkpoint.",
  },
  integrity: {
    title: "Integrity check",
    never: "Not checked yet",
    checked: (ago: number): string => `Checked ${lasting(ago)} ago`,
    fine: "The last check of the whole database found no damage.",
    bad: (problem: string): string => `The database is damaged: ${problem}. Restore a backup.`,
    lost: (n: number): string => `Lines of the transcripts of ${count(n, "session")} cannot be read.`,
    old: "The weekly check has not run for two weeks.",
  },
  backup: {
    title: "Backup",
    never: "None yet",
    made: (ago: number): string => `${lasting(ago)} old`,
    fine: "The newest backup was verified when it was made.",
    none: "Make a backup to be able to go back after damage or a mistake.",
    bad: (problem: string): string => `The last backup failed: ${problem}`,
  },
  disk: {
    title: "Disk space",
    value: (free: number): string => `${bytes(free)} free`,
    fine: "There is room for new work.",
    bad: (missing: number): string => `New work waits until ${bytes(missing)} more is free.`,
    folder: "The data folder cannot be written.",
  },
  loop: {
    title: "Responsiveness",
    value: (median: number, longest: number): string =>
      `usually ${Math.round(median)} ms late, at most ${Math.round(longest)} ms in 5 minutes`,
    fine: "Requests are answered without delay.",
    bad: "Long work held up all requests.",
  },
  memory: {
    title: "Memory",
    value: (n: number): string => `${bytes(n)} used by the service`,
    fine: "As expected.",
    bad: "The service uses unusually much memory; restart it when no session runs.",
  },
  tools: {
    title: "Agent CLIs",
    value: (names: readonly string[]): string => (names.length === 0 ? "None installed" : names.join(", ")),
    fine: "Each installed CLI is signed in.",
    none: "No session can run. Install an agent CLI.",
    signedOut: (names: readonly string[]): string => `Not signed in: ${names.join(", ")}`,
  },
  catalog: {
    title: "Catalog",
    value: (n: number): string => (n === 0 ? "No problems" : count(n, "problem")),
    fine: "The catalog could be read.",
    bad: (first: string): string => `The last good catalog is used: ${first}`,
  },
  connectors: {
    title: "Sign-ins to MCP servers",
    value: (n: number, bad: number): string =>
      bad === 0 ? count(n, "connection") : `${bad} of ${n} need you`,
    fine: "Each sign-in works or renews itself.",
    bad: (names: readonly string[]): string => `Sign in again: ${names.join(", ")}`,
  },
  lan: {
    title: "Local network",
    closed: "Closed",
    open: "Open",
    fine: "Devices can connect if it is open.",
    bad: (problem: string): string => `Other devices cannot connect: ${problem}`,
    notListening: "it is not listening",
    expires: (at: string): string => `The certificate expires on ${at.slice(0, 10)}`,
  },
};
