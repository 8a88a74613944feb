import { useMutation, useQuery } from "@tanstack/react-query";
import { cliOperations } from "../../../../server/domains/agents/clis/model.ts";
import { diagnosticOperations } from "../../../../server/domains/installation/diagnostics/model.ts";
import { healthOperations } from "../../../../server/domains/installation/health/model.ts";
import { keepAwakeOperations } from "../../../../server/domains/installation/keep-awake/model.ts";
import { maintenanceOperations } from "../../../../server/domains/installation/maintenance/model.ts";
import { callApi, linkUrl } from "../../../lib/client.ts";
import { liveKeys } from "../../live/apply-event.ts";

export const diagnosticsUrl = (): string => linkUrl(diagnosticOperations.downloadDiagnostics, {});

const healthKey = ["health"];
const awakeKey = ["keep_awake"];
const queuedKey = ["queued_jobs"];

export const useHealth = () =>
  useQuery({
    queryKey: healthKey,
    queryFn: ({ signal }) => callApi(healthOperations.getHealth, {}, { signal }),
    staleTime: 0,
    refetchInterval: 10_000,
  });

export const useQueuedJobs = (queue_name: string) =>
  useQuery({
    queryKey: [...queuedKey, queue_name],
    queryFn: ({ signal }) =>
      callApi(maintenanceOperations.listQueuedJobs, { query: { queue_name } }, { signal }),
    staleTime: 0,
  });

export const useKeepAwake = () =>
  useQuery({
    queryKey: awakeKey,
    queryFn: ({ signal }) => callApi(keepAwakeOperations.getKeepAwake, {}, { signal }),
    staleTime: 0,
    refetchInterval: 10_000,
  });

export const useSetKeepAwake = () =>
  useMutation({
    mutationFn: (enabled: boolean) => callApi(keepAwakeOperations.setKeepAwake, { body: { enabled } }),
    meta: { changes: [awakeKey] },
  });

export const useHealthAction = <Input, Answer>(action: (input: Input) => Promise<Answer>) =>
  useMutation({ mutationFn: action, meta: { changes: [healthKey, queuedKey, liveKeys.recoveryMode] } });

export const cleanupProcesses = () => callApi(maintenanceOperations.cleanupProcesses, {});
export const retrySessions = () => callApi(maintenanceOperations.retrySessions, { body: {} });
export const archiveOld = (days: number) => callApi(maintenanceOperations.archiveOld, { body: { days } });
export const refreshClis = () => callApi(cliOperations.refreshClis, {});
export const enterRecoveryMode = (body: { reason: string; ttl_minutes: number }) =>
  callApi(maintenanceOperations.enterRecoveryMode, { body });
export const exitRecoveryMode = () => callApi(maintenanceOperations.exitRecoveryMode, {});

interface Scope {
  job_class: string;
  queue_name: string;
  expected_count: number;
}
export const discardJobs = (body: Scope) => callApi(maintenanceOperations.discardQueuedJobs, { body });
export const rescheduleJobs = (body: Scope & { delay_minutes: number }) =>
  callApi(maintenanceOperations.rescheduleQueuedJobs, { body });
