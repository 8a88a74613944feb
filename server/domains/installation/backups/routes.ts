import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { backupOperations } from "./model.ts";
import type { BackupService } from "./service.ts";

export const backupRoutes = (backups: BackupService): Endpoint[] =>
  endpoints(backupOperations, {
    listBackups: () => backups.state(),
    createBackup: (_input, { actor }) => backups.begin(actor),
    verifyBackup: async ({ params }) => ({ check: await backups.verify(params.name) }),
    deleteBackup: ({ params }, { actor }) => backups.remove(params.name, actor),
    stageRestore: ({ params, body }, { actor }) => backups.stage(params.name, body.confirm, actor),
    unstageRestore: (_input, { actor }) => backups.unstage(actor),
  });
