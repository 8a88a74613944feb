import { z } from "zod";
import { operation } from "../../../http/model.ts";
import { confirmed } from "../../owner/confirmations/model.ts";

export const backupCheck = z.object({
  checked_at: z.string(),
  /** Why it cannot be restored; null if it can. */
  problem: z.string().nullable(),
  sessions: z.number().int().nullable(),
});
export type BackupCheck = z.infer<typeof backupCheck>;

export const backup = z.object({
  name: z.string(),
  made_at: z.string(),
  bytes: z.number().int(),
  /** `before_restore`: the data that a restore replaced. */
  kind: z.enum(["copy", "before_restore"]),
  /** The last check since the service started; null before the first. */
  check: backupCheck.nullable(),
});
export type Backup = z.infer<typeof backup>;

export const backupState = z
  .object({
    /** Newest first. */
    backups: z.array(backup),
    folder: z.string(),
    /** The backup being made: bytes written so far, and the size of the database as an estimate of the total. */
    under_way: z.object({ started_at: z.string(), bytes: z.number().int(), of: z.number().int() }).nullable(),
    /** Why the last backup failed. */
    problem: z.string().nullable(),
    /** The backup that replaces the data at the next start. */
    staged: z.object({ name: z.string(), asked_at: z.string() }).nullable(),
    /** The result of the last restore. */
    restored: z
      .object({
        name: z.string(),
        at: z.string(),
        safety_copy: z.string().nullable(),
        problem: z.string().nullable(),
        /** The replaced data could not be read: what was revoked since the backup was made may work again. */
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
    summary: "Backups of the database, the backup being made, and the restore planned for the next start",
    response: backupState,
  }),
  createBackup: operation({
    ...board,
    id: "createBackup",
    method: "post",
    path: "/backups",
    summary: "Start a verified backup of the database; the list shows its progress",
    response: backupState,
    status: 202,
    errors: [409],
  }),
  verifyBackup: operation({
    ...board,
    id: "verifyBackup",
    method: "post",
    path: "/backups/{name}/verify",
    summary: "Check every page of a backup and report whether it can be restored",
    params,
    response: z.object({ check: backupCheck }),
    errors: [404],
  }),
  deleteBackup: operation({
    ...board,
    id: "deleteBackup",
    method: "delete",
    path: "/backups/{name}",
    summary: "Delete a backup permanently",
    params,
    response: backupState,
    errors: [404, 409],
  }),
  stageRestore: confirmed(
    operation({
      ...board,
      id: "stageRestore",
      method: "post",
      path: "/backups/{name}/restore",
      summary: "Replace the data by a backup at the next start; the present data is kept as a backup",
      params,
      body: z.object({ confirm: z.string() }),
      response: backupState,
      errors: [404],
    }),
    "restore_backup",
    ({ params, body }) => (body.confirm === params.name ? { name: params.name } : null),
  ),
  unstageRestore: operation({
    ...board,
    id: "unstageRestore",
    method: "delete",
    path: "/restore",
    summary: "Cancel the restore planned for the next start",
    response: backupState,
  }),
} as const;
