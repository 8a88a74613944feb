import type { JobQueue } from "../../../jobs/queue.ts";
import { renewalEveryMs } from "./rules.ts";
import type { ConnectorService } from "./service.ts";

export function registerConnectorJobs(
  jobs: Pick<JobQueue, "define">,
  connectors: Pick<ConnectorService, "upkeep">,
): void {
  jobs.define("connectors.renew", {
    lane: "default",
    everyMs: renewalEveryMs,
    run: () => connectors.upkeep(),
  });
}
