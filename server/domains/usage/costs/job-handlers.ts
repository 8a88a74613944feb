import type { JobQueue } from "../../../jobs/queue.ts";
import { burnRatesJob } from "./jobs.ts";
import type { CostService } from "./service.ts";

export const registerCostJobs = (jobs: Pick<JobQueue, "handle">, costs: CostService): void =>
  jobs.handle(burnRatesJob, () => costs.updateBurnRates());
