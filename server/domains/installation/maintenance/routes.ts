import { type Endpoint, endpoints } from "../../../http/mount.ts";
import { maintenanceOperations } from "./model.ts";
import type { QueuedJobService } from "./queued-jobs.ts";
import type { RecoveryModeService } from "./recovery-mode.ts";
import type { MaintenanceService } from "./service.ts";

export const maintenanceRoutes = (of: {
  maintenance: MaintenanceService;
  recoveryMode: RecoveryModeService;
  queuedJobs: QueuedJobService;
}): Endpoint[] =>
  endpoints(maintenanceOperations, {
    cleanupProcesses: (_input, { actor }) => of.maintenance.cleanupProcesses(actor),
    retrySessions: ({ body }, { actor }) => of.maintenance.retrySessions(body.session_ids ?? null, actor),
    archiveOld: ({ body }, { actor }) => of.maintenance.archiveOld(body.days, actor),
    getRecoveryMode: () => of.recoveryMode.state(),
    enterRecoveryMode: ({ body }, { actor }) => of.recoveryMode.enter(body, actor),
    exitRecoveryMode: (_input, { actor }) => of.recoveryMode.exit(actor),
    listQueuedJobs: ({ query }) => of.queuedJobs.list(query),
    discardQueuedJobs: ({ body }, { actor }) => of.queuedJobs.discard(body, actor),
    rescheduleQueuedJobs: ({ body }, { actor }) => of.queuedJobs.reschedule(body, actor),
  });
