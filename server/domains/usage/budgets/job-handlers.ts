import type { JobQueue } from "../../../jobs/queue.ts";
import { checkAllBudgetsJob, checkBudgetsJob } from "./jobs.ts";
import type { BudgetService } from "./service.ts";

export function registerBudgetJobs(jobs: Pick<JobQueue, "handle">, budgets: BudgetService): void {
  jobs.handle(checkBudgetsJob, () => budgets.check());
  jobs.handle(checkAllBudgetsJob, async () => void (await budgets.check()));
}
