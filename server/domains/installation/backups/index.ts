export { backupRoutes } from "./routes.ts";
export { backupService } from "./service.ts";
