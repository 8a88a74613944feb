import type { JobQueue } from "../../../jobs/queue.ts";
import { databaseTaskJobs } from "./jobs.ts";
import { databaseTaskKinds } from "./model.ts";
import type { DatabaseTaskService } from "./service.ts";

export function registerDatabaseTaskJobs(jobs: Pick<JobQueue, "handle">, tasks: DatabaseTaskService): void {
  for (const kind of databaseTaskKinds)
    jobs.handle(databaseTaskJobs[kind], (_payload, { signal }) => tasks.run(kind, signal));
}
