export { type MaintenanceAudit, maintenanceAudit } from "./audit.ts";
export { type QueuedJobService, queuedJobService } from "./queued-jobs.ts";
export { type RecoveryModeService, recoveryModeService } from "./recovery-mode.ts";
export { maintenanceRoutes } from "./routes.ts";
export { type MaintenanceService, maintenanceService } from "./service.ts";
export { actionHealth } from "./tools.ts";
