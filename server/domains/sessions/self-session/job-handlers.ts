import type { JobQueue } from "../../../jobs/queue.ts";
import { type OwnArchive, ownArchiveJob } from "./archiving.ts";

export function registerSelfSessionJobs(jobs: JobQueue, archive: OwnArchive): void {
  jobs.define(ownArchiveJob, {
    lane: "default",
    run: ({ sessionId, force, job, endTurnAt }) =>
      archive.look(Number(sessionId), {
        force: force === true,
        job: typeof job === "number" ? job : null,
        endTurnAt: Number(endTurnAt),
      }),
  });
}
