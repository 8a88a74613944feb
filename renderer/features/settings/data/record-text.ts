import type { RecordKind } from "../../../../server/domains/installation/data-folder/model.ts";
import type { DatabaseTaskKind } from "../../../../server/domains/installation/database-tasks/model.ts";

/** The words of the sections on the database and its records. */
export const recordText = {
  loadingTasks: "the tasks of the database",
  loadingRecords: "the sizes of the records",
  database: {
    title: "Database",
    description: "The service checks and shortens its database by itself; here you can do it now.",
    size: (size: string, log: string, free: string): string =>
      `${size}, with a write-ahead log of ${log}; ${free} are free in it.`,
    startFailed: "Could not start the task",
    queued: "Waits for the maintenance queue",
    running: "Running",
    done: (done: string, total: string): string => `${done} of ${total}`,
    progress: (title: string): string => `Progress: ${title}`,
    never: "Not done from here yet",
  },
  tasks: {
    check: {
      title: "Check every page",
      text: "Reads the whole database and every transcript.",
      action: "Check",
    },
    checkpoint: {
      title: "Empty the write-ahead log",
      text: "Copies what was written lately into the database file.",
      action: "Empty",
    },
    vacuum: {
      title: "Give back free space",
      text: "Shortens the file by what deleted sessions left free.",
      action: "Give back",
    },
  } satisfies Record<DatabaseTaskKind, { title: string; text: string; action: string }>,
  records: {
    title: "Records",
    description: "What the database keeps, with its indexes, and for how long.",
    list: "Records by kind",
    rows: (count: number): string => `${count.toLocaleString("en")} ${count === 1 ? "row" : "rows"}`,
    oldest: "the oldest from",
    none: "none",
    session: "as long as its session",
    days: (days: number): string => `${days} days`,
    newest: (count: number): string => `the newest ${count.toLocaleString("en")} each`,
    unbounded: "Kept until you delete it",
    kept: (bounds: readonly string[]): string => `Kept: ${bounds.join(", at most ")}`,
  },
  kinds: {
    transcripts: "Transcripts",
    session_logs: "Session logs",
    session_states: "State histories",
    messages: "Messages",
    usage: "Token usage",
    notifications: "Inbox",
    live_conversations: "Live conversations",
    trigger_runs: "Runs of triggers",
    webhook_deliveries: "Webhook deliveries",
    account_readings: "Readings of accounts",
    account_rotations: "Rotations of accounts",
    failed_jobs: "Failed jobs",
  } satisfies Record<RecordKind, string>,
};
