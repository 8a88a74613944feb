/** The words of the banner about disk space. */
export const text = {
  low: (missing: string, free: string) =>
    `New work waits for disk space: ${missing} more must be free (${free} are free now)`,
  database: {
    damaged: "The database is damaged. Restore the newest backup that has no errors",
    linesLost: (sessions: readonly number[]) =>
      `Lines of the ${sessions.length === 1 ? "transcript of session" : "transcripts of sessions"} ${sessions.slice(0, 5).join(", ")}${sessions.length > 5 ? " and others" : ""} are damaged`,
    restore: "Show backups",
  },
  open: "See what can be deleted",
};
