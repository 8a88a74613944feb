import type { JobQueue } from "../../../jobs/queue.ts";
import { buildArchiveJob } from "./jobs.ts";
import type { ArchiveService } from "./service.ts";

export function registerArchiveJobs(jobs: Pick<JobQueue, "handle">, archive: ArchiveService): void {
  jobs.handle(buildArchiveJob(archive.everyMs), (_payload, { signal }) => archive.run(signal));
}
