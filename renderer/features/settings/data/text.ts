import type { Backup } from "../../../../server/domains/installation/backups/model.ts";
import type {
  FolderPart,
  KeptByVariable,
  RecordKind,
} from "../../../../server/domains/installation/data-folder/model.ts";
import type { DatabaseTaskKind } from "../../../../server/domains/installation/database-tasks/model.ts";

/** The words of the data page. */
export const text = {
  backup: {
    verifyFailed: "Could not verify the backup",
    staged: "Will be restored at the next start",
    verifyNamed: (name: string) => `Verify ${name}`,
    verify: "Verify",
    restoreNamed: (name: string) => `Restore ${name}`,
    restore: "Restore…",
    deleteNamed: (name: string) => `Delete ${name}`,
    delete: "Delete",
  },
  progress: {
    label: "Backup",
    copied: (done: string, total: string) =>
      `${done} of about ${total} copied. The copy is verified afterwards.`,
  },
  staged: {
    cancelFailed: "Could not cancel the restore",
    notice: "A backup will replace the current data at the next start of Signalbox.",
    keep: "Keep current data",
  },
  restored: {
    failed: "Could not restore the last backup",
    unchanged: "Your data is unchanged.",
    at: "A backup was restored",
    safetyCopy: "; the previous data was saved as a backup",
    mayRevive:
      "The previous data could not be read, so API keys and connections that were revoked after the backup may work again. Check them and revoke them again if needed.",
  },
  deletion: {
    title: "Delete this backup?",
    description: (name: string) => `${name} is deleted permanently. Your current data does not change.`,
    confirm: "Delete backup",
    hint: "The backup name.",
  },
  backups: {
    failed: "Could not create the backup",
    empty: "No backups yet. Signalbox creates one automatically before each update.",
    title: "Backups",
    startFailed: "Could not start the backup",
    create: "Back up now",
    description:
      "Sessions, transcripts and settings in one verified file. Clones and stored secrets are not included.",
  },
  loading: {
    backups: "the backups",
    folder: "the data folder",
    retention: "the retention settings",
  },
  freeSpace: {
    title: "Free up space",
    description: (missing: string) =>
      `New work waits until ${missing} more are free on the disk. Freeing space anywhere on it helps.`,
    archived: {
      title: "Sessions in the trash",
      description: "Their clones, scratch folders and attachments",
      action: "Delete archived sessions",
    },
    backups: { title: "Backups", description: "Copies of the database", action: "Delete backups" },
  },
  folder: {
    parts: "Size by part",
    over: (size: string) => `over ${size}`,
    title: "Data folder",
    description:
      "Everything Signalbox stores. To move it, stop the service, move the folder, and set SERVICE_DATA_DIR.",
    copyPath: "Copy the data folder path",
    used: (size: string) => `${size} used,`,
    free: (size: string) => `${size} free on the disk`,
  },
  restore: {
    title: "Restore this backup?",
    effect: (time: string) =>
      `Sessions, transcripts and settings go back to ${time} when Signalbox starts next. Your current data is saved as a backup first.`,
    access: "Keys and connections that were revoked since then stay revoked.",
    failed: "Could not schedule the restore",
    type: (word: string) => `Type “${word}” to confirm`,
    confirm: "Restore at next start",
  },
  retention: {
    saveFailed: "Could not change the setting",
    saved: "Applies to sessions that you archive from now on",
    trash: "Sessions stay in the trash for",
    default: "Default",
    chosen: "Your choice. Sessions already in the trash keep their deletion date.",
    variables: "Set by variables",
    setBy: "Set by ",
    defaultSetBy: "Default; set by ",
    title: "Retention",
    description: "Variables are read when the service starts.",
    defaultDays: (days: string) => `Default: ${days}`,
    kept: {
      questions: "A tool's question waits for an answer",
      archive: "The transcript archive is updated every",
      sign_in: "A web sign-in expires after its last use",
      trusted_browser: "A trusted browser skips the code for",
    } satisfies Readonly<Record<KeptByVariable["kept"], string>>,
  },
  check: {
    passed: (sessions: number) => `No errors, with ${sessions} ${sessions === 1 ? "session" : "sessions"}`,
  },
  parts: {
    database: { title: "Database", text: "Sessions, transcripts and settings" },
    search: { title: "Search index", text: "Rebuilt automatically if missing" },
    archive: { title: "Transcript archive", text: "A zip file of all transcripts" },
    clones: { title: "Clones", text: "Where agents work; deleted with their sessions" },
    homes: { title: "Agents' own files", text: "CLI configuration and conversation of each session" },
    scratch: { title: "Scratch", text: "Files that agents save while they work" },
    attachments: { title: "Attachments", text: "Files sent with messages" },
    stowed: { title: "Clone archives", text: "Unpushed work of archived sessions" },
    backups: { title: "Backups", text: "Copies of the database" },
    other: { title: "Other", text: "The key for stored secrets, certificates, and the installation id" },
  } satisfies Readonly<Record<FolderPart["part"], { title: string; text: string }>>,
  kinds: {
    copy: null,
    before_restore: "Saved before a restore",
  } satisfies Readonly<Record<Backup["kind"], string | null>>,
};

/** The words of the sections on the database and its records. */
export const recordText = {
  loadingTasks: "the tasks of the database",
  loadingRecords: "the sizes of the records",
  database: {
    title: "Database",
    description: "The service checks and shortens its database by itself; here you can do it now.",
    size: (size: string, log: string, free: string): string =>
      `${size}, ${free} of it unused, and ${log} not checkpointed yet.`,
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
      title: "Checkpoint",
      text: "Copies what was written lately into the database file.",
      action: "Checkpoint",
    },
    vacuum: {
      title: "Compact database",
      text: "Shortens the file by what deleted sessions left free.",
      action: "Compact",
    },
  } satisfies Record<DatabaseTaskKind, { title: string; text: string; action: string }>,
  records: {
    title: "Records",
    description: "What the database keeps, with its indexes, and for how long.",
    list: "Records by kind",
    rows: (count: number): string => `${count.toLocaleString("en")} ${count === 1 ? "row" : "rows"}`,
    oldest: "the oldest from",
    none: "none",
    session: "until the session is deleted",
    days: (days: number): string => `for ${days} days`,
    newest: (count: number): string => `up to the newest ${count.toLocaleString("en")} each`,
    onlyNewest: (count: number): string => `The newest ${count.toLocaleString("en")} each are kept`,
    unbounded: "Kept until you delete it",
    kept: (bounds: readonly string[]): string => `Kept ${bounds.join(", ")}`,
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
    account_readings: "Quota readings",
    account_rotations: "Account switches",
    failed_jobs: "Failed jobs",
  } satisfies Record<RecordKind, string>,
};
