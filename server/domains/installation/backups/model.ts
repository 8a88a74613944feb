import { z } from "zod";
import { operation } from "../../../http/model.ts";

/** The setting that lists credentials revoked for good, by kind, so that no restore lets them in again. */
export const revokedKey = "withdrawn";

export const backupCheck = z.object({
  checked_at: z.string(),
  /** Null when it can be restored; else why not. */
  problem: z.string().nullable(),
  sessions: z.number().int().nullable(),
});
export type BackupCheck = z.infer<typeof backupCheck>;

export const backup = z.object({
  name: z.string(),
  made_at: z.string(),
  bytes: z.number().int(),
  /** `before_restore`: what the data was before a backup took its place. */
  kind: z.enum(["copy", "before_restore"]),
  /** Of this run of the service; null before the first. */
  check: backupCheck.nullable(),
});
export type Backup = z.infer<typeof backup>;

export const backupState = z
  .object({
    /** Newest first. */
    backups: z.array(backup),
    folder: z.string(),
    /** A backup that is being made; bytes written so far and those of the database, which it will not exceed by much. */
    under_way: z.object({ started_at: z.string(), bytes: z.number().int(), of: z.number().int() }).nullable(),
    /** Why the last one was not made. */
    problem: z.string().nullable(),
    /** Takes the place of the data at the next start. */
    staged: z.object({ name: z.string(), asked_at: z.string() }).nullable(),
    /** How the last restore went. */
    restored: z
      .object({
        name: z.string(),
        at: z.string(),
        safety_copy: z.string().nullable(),
        problem: z.string().nullable(),
        /** The data before could not be read: what was revoked since the backup was made may work again. */
        may_revive: z.boolean(),
      })
      .nullable(),
  })
  .meta({ id: "BackupState" });
export type BackupState = z.infer<typeof backupState>;

const params = z.object({ name: z.string().max(100) });
const board = { callers: ["board"] } as const;

export const backupOperations = {
  listBackups: operation({
    ...board,
    id: "listBackups",
    method: "get",
    path: "/backups",
    summary: "Backups of the database, the one being made, and the restore that waits for the next start",
    response: backupState,
  }),
  createBackup: operation({
    ...board,
    id: "createBackup",
    method: "post",
    path: "/backups",
    summary: "Begin a verified copy of the database; the list tells how it goes",
    response: backupState,
    status: 202,
    errors: [409],
  }),
  verifyBackup: operation({
    ...board,
    id: "verifyBackup",
    method: "post",
    path: "/backups/{name}/verify",
    summary: "Read every page of a backup and say whether it can be restored",
    params,
    response: z.object({ check: backupCheck }),
    errors: [404],
  }),
  deleteBackup: operation({
    ...board,
    id: "deleteBackup",
    method: "delete",
    path: "/backups/{name}",
    summary: "Delete a backup for good",
    params,
    response: backupState,
    errors: [404, 409],
  }),
  stageRestore: operation({
    ...board,
    id: "stageRestore",
    method: "post",
    path: "/backups/{name}/restore",
    summary:
      "Let a backup take the place of the data at the next start; the present data is kept as a backup",
    params,
    body: z.object({ confirm: z.string() }),
    response: backupState,
    errors: [404],
  }),
  unstageRestore: operation({
    ...board,
    id: "unstageRestore",
    method: "delete",
    path: "/restore",
    summary: "Keep the present data after all",
    response: backupState,
  }),
} as const;
