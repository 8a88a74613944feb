import type { JobQueue } from "../../../jobs/queue.ts";
import { passAtJob, sweepJob } from "./jobs.ts";
import type { AdmissionService } from "./service.ts";

export function registerAdmissionJobs(jobs: Pick<JobQueue, "handle">, admission: AdmissionService): void {
  jobs.handle(passAtJob, () => void admission.pass());
  jobs.handle(sweepJob, () => admission.sweep());
}
