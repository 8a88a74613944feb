/** The words of actions on one or several sessions. */
export const text = {
  actions: {
    archive: { label: "Archive", doneText: "Archived" },
    unarchive: { label: "Unarchive", doneText: "Unarchived" },
    favorite: { label: "Add to favorites", doneText: "Added to favorites:" },
    unfavorite: { label: "Remove from favorites", doneText: "Removed from favorites:" },
    snooze: { label: "Snooze…", doneText: "Snoozed" },
    hide: { label: "Hide from the board", doneText: "Hid" },
    show: { label: "Show on the board", doneText: "Shown on the board:" },
    pause: { label: "Pause", doneText: "Paused" },
    restart: { label: "Restart", doneText: "Restarted" },
    sleep: { label: "Sleep", doneText: "Put to sleep" },
    refresh: { label: "Refresh the transcript", doneText: "Refreshed the transcript of" },
    priority: { label: "Make priority", doneText: "Made priority:" },
    spot: { label: "Make spot", doneText: "Made spot:" },
    delete: { label: "Delete permanently…", doneText: "Deleted" },
  },
  undo: { label: "Undo", doneText: "Restored" },
  session: (title: string) => `“${title}”`,
  sessions: (count: number) => `${count} sessions`,
  command: (action: string, sessions: string) => `${action}: ${sessions}`,
  done: (done: string, sessions: string) => `${done} ${sessions}`,
  failedFor: (action: string, sessions: string) => `${action}: failed for ${sessions}`,
  failed: "The action failed",
  tryAgain: "Try again",
  progress: {
    snooze: "Snooze",
    delete: "Delete",
    undo: "Restoring",
    label: (action: string, done: number, total: number) => `${action}: ${done} of ${total}`,
  },
  deletion: {
    typeNumber: "The session number.",
    typeCount: "The number of selected sessions.",
    title: (sessions: string) => `Delete ${sessions} permanently?`,
    description: (count: number) =>
      `This also deletes ${count === 1 ? "its transcript, its clone" : "their transcripts, their clones"}, scratch folders and attachments. Unpushed work is lost. You cannot undo this.`,
    confirm: (count: number) => (count === 1 ? "Delete session" : `Delete ${count} sessions`),
  },
  archiveRefusals: {
    accept: {
      queue: { one: "Discard and archive", all: "Discard all and archive" },
      turn: { one: "End the turn and archive", all: "End all turns and archive" },
    },
    inTurn: "The agent is in the middle of a turn.",
    notSent: "The message was not sent",
    sendNow: "Send now and keep open",
    title: (sessions: string) => `Could not archive ${sessions}`,
    description: "Archiving would discard work. Choose what to do with each session.",
    keep: (count: number) => (count === 1 ? "Keep session" : "Keep sessions"),
    sent: (title: string) => `Sent to “${title}”`,
    staysOpen: "The session stays open.",
  },
  bulkBar: {
    short: { favorite: "Favorite", snooze: "Snooze", hide: "Hide" },
    more: "More actions for the selected sessions",
    label: "Selected sessions",
    selected: "selected",
    clear: "Clear selection",
  },
  snoozeDialog: {
    custom: "Another time",
    snooze: "Snooze",
    title: (sessions: string) => `Snooze ${sessions}`,
    description: (count: number) =>
      count === 1
        ? "Hides the session from the board until then. The agent keeps working."
        : "Hides the sessions from the board until then. The agents keep working.",
    timeZone: (zone: string) => `Time zone: ${zone}`,
  },
  snoozePresets: {
    hour: "In an hour",
    evening: "This evening",
    tomorrow: "Tomorrow",
    monday: "Next Monday",
  },
};
