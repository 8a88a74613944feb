import { z } from "zod";
import { operation } from "../../../http/model.ts";

export const partNames = [
  "database",
  "search",
  "archive",
  "clones",
  "homes",
  "scratch",
  "attachments",
  "stowed",
  "backups",
  "other",
] as const;

export const folderPart = z.object({
  part: z.enum(partNames),
  bytes: z.number().int(),
  files: z.number().int(),
  /** False if counting ran out of time; the real numbers are higher then. */
  complete: z.boolean(),
});
export type FolderPart = z.infer<typeof folderPart>;

/** The files that are deleted with the sessions in the trash. */
export const archivedFiles = z.object({
  bytes: z.number().int(),
  /** False if counting ran out of time. */
  complete: z.boolean(),
});
export type ArchivedFiles = z.infer<typeof archivedFiles>;

export const dataFolder = z
  .object({
    path: z.string(),
    /** Whether SERVICE_DATA_DIR sets it. */
    is_named: z.boolean(),
    parts: z.array(folderPart),
    archived: archivedFiles,
    free_bytes: z.number().int(),
    disk_bytes: z.number().int(),
    measured_at: z.string(),
  })
  .meta({ id: "DataFolder" });
export type DataFolder = z.infer<typeof dataFolder>;

export const trashDayLimits = { least: 1, usual: 4, most: 90 } as const;

/** How long something is kept, as set by an environment variable. */
export const keptByVariable = z.object({
  kept: z.enum(["questions", "archive", "sign_in", "trusted_browser"]),
  value: z.number(),
  unit: z.enum(["minutes", "seconds", "days"]),
  variable: z.string(),
  is_set: z.boolean(),
});
export type KeptByVariable = z.infer<typeof keptByVariable>;

export const retention = z
  .object({
    /** `chosen` null: the default applies. */
    trash_days: z.object({ chosen: z.number().int().nullable(), usual: z.number().int() }),
    by_variable: z.array(keptByVariable),
  })
  .meta({ id: "Retention" });
export type Retention = z.infer<typeof retention>;

/** Records of the database, each stored by a part of the service; whatever no kind names is not counted here. */
export const recordKinds = [
  "transcripts",
  "session_logs",
  "session_states",
  "messages",
  "usage",
  "notifications",
  "live_conversations",
  "trigger_runs",
  "webhook_deliveries",
  "account_readings",
  "account_rotations",
  "failed_jobs",
] as const;
export type RecordKind = (typeof recordKinds)[number];

/** How long records stay: as long as their session, some days, or the newest so many of each session. */
export const recordBound = z.object({
  by: z.enum(["session", "days", "newest"]),
  amount: z.number().int().nullable(),
});
export type RecordBound = z.infer<typeof recordBound>;

export const storedRecords = z
  .object({
    records: z.array(
      z.object({
        kind: z.enum(recordKinds),
        rows: z.number().int(),
        /** With their indexes. */
        bytes: z.number().int(),
        /** Null if there is none, or if its time is not stored. */
        oldest_at: z.string().nullable(),
        bounds: z.array(recordBound),
      }),
    ),
    measured_at: z.string(),
  })
  .meta({ id: "StoredRecords" });
export type StoredRecords = z.infer<typeof storedRecords>;

const board = { callers: ["board"] } as const;

export const dataFolderOperations = {
  getDataFolder: operation({
    ...board,
    id: "getDataFolder",
    method: "get",
    path: "/data_folder",
    summary: "The data folder, the size of its parts, and the free disk space",
    response: dataFolder,
  }),
  getStoredRecords: operation({
    ...board,
    id: "getStoredRecords",
    method: "get",
    path: "/stored_records",
    summary: "What the database keeps, by kind: its size, its oldest row, and how long it stays",
    response: storedRecords,
  }),
  getRetention: operation({
    ...board,
    id: "getRetention",
    method: "get",
    path: "/retention",
    summary: "How long data is kept, and which setting decides it",
    response: retention,
  }),
  saveRetention: operation({
    ...board,
    id: "saveRetention",
    method: "put",
    path: "/retention",
    summary: "Set how many days archived sessions stay in the trash; null is the default",
    body: z.object({
      trash_days: z.number().int().min(trashDayLimits.least).max(trashDayLimits.most).nullable(),
    }),
    response: retention,
  }),
} as const;
