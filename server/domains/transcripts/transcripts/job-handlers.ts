import type { JobQueue } from "../../../jobs/queue.ts";
import type { chunkChecksums } from "./checksums.ts";
import { addChecksumsJob } from "./jobs.ts";

export function registerTranscriptJobs(
  jobs: Pick<JobQueue, "handle">,
  checksums: ReturnType<typeof chunkChecksums>,
): void {
  jobs.handle(addChecksumsJob, () => checksums.add());
}
