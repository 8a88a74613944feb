import type { JobQueue } from "../../../jobs/queue.ts";
import type { OwnSessionArchiving } from "./archiving.ts";
import { archiveSelfJob } from "./jobs.ts";

export function registerSelfSessionJobs(jobs: Pick<JobQueue, "handle">, archive: OwnSessionArchiving): void {
  jobs.handle(archiveSelfJob, ({ sessionId, ...asked }) => archive.check(sessionId, asked));
}
