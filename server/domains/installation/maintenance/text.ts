const count = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

/** The words of maintenance actions. */
export const text = {
  tool: {
    title: {
      cleanup_processes: "Stray Processes Ended",
      retry_sessions: "Sessions Retried",
      archive_old: "Old Sessions Archived",
      cli_refresh: "CLI Refresh Queued",
      cli_clear_cache: "CLI Cache Clear Queued",
      backfill_token_usage: "Reading All Files of the CLIs",
      enter_queue_recovery_mode: "Queue Recovery Mode",
      exit_queue_recovery_mode: "Queue Recovery Mode",
      list_queued_jobs: "Queued Jobs",
      discard_queued_jobs: "Queued Jobs Discarded",
      reschedule_queued_jobs: "Queued Jobs Rescheduled",
    },
    on: "On",
    off: "Off",
  },
  ended: (n: number, failed: number): string =>
    n === 0 && failed === 0
      ? "No stray process was found"
      : `Ended ${count(n, "stray process", "stray processes")}${failed === 0 ? "" : `, ${failed} could not be ended`}`,
  couldNotEnd: "It did not end",
  retried: (n: number): string =>
    n === 0 ? "No session was restarted" : `Restarted ${count(n, "failed session")}`,
  notFound: "There is no such session",
  notFailed: (status: string): string => `It is ${status}, not failed`,
  archived: (n: number, days: number): string =>
    `${n === 0 ? "Archived no session" : `Archived ${count(n, "session")}`} untouched for ${count(days, "day")}`,
  waits: {
    wake: "It waits for a wake",
    sleep: "It is asleep",
    turn: "Its turn is queued",
    retry: "It waits to try again",
  },
  entered: (minutes: number, reason: string | null): string =>
    `Entered the queue recovery mode for ${count(minutes, "minute")}${reason === null ? "" : `: ${reason}`}`,
  extended: (minutes: number): string =>
    `Extended the queue recovery mode to ${count(minutes, "minute")} from now`,
  exited: "Ended the queue recovery mode",
  expired: "The queue recovery mode ended, because its time was over",
  discarded: (n: number, scope: string): string => `Discarded ${count(n, "queued job")} of ${scope}`,
  rescheduled: (n: number, scope: string, minutes: number): string =>
    `Moved ${count(n, "queued job")} of ${scope} to ${count(minutes, "minute")} from now`,
};
