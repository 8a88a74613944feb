export { backupRoutes } from "./routes.ts";
export { type BackupService, backupService } from "./service.ts";
