import type { JobQueue } from "../../../jobs/queue.ts";
import type { ArchiveService } from "./service.ts";

export function registerArchiveJobs(jobs: Pick<JobQueue, "define">, archive: ArchiveService): void {
  jobs.define("transcript_archive.build", {
    lane: "maintenance",
    everyMs: archive.everyMs,
    run: (_payload, { signal }) => archive.run(signal),
  });
}
