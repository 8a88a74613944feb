import type { JobQueue } from "../../../jobs/queue.ts";
import { expiryJob } from "./asking.ts";
import type { ElicitationService } from "./service.ts";

export function registerElicitationJobs(jobs: JobQueue, elicitations: ElicitationService): void {
  jobs.define(expiryJob, { lane: "default", run: ({ id }) => elicitations.expire(Number(id)) });
}
