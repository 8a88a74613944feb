import type { JobQueue } from "../../../jobs/queue.ts";
import { renewConnectionsJob } from "./jobs.ts";
import type { ConnectorService } from "./service.ts";

export function registerConnectorJobs(
  jobs: Pick<JobQueue, "handle">,
  connectors: Pick<ConnectorService, "renewAll">,
): void {
  jobs.handle(renewConnectionsJob, () => connectors.renewAll());
}
