import type { JobQueue } from "../../../jobs/queue.ts";
import { assessAnswerJob, decideAttentionJob, findUndecidedJob } from "./jobs.ts";
import type { AttentionService } from "./service.ts";

export function registerAttentionJobs(jobs: Pick<JobQueue, "handle">, attention: AttentionService): void {
  jobs.handle(decideAttentionJob, ({ sessionId }) => attention.decide(sessionId));
  jobs.handle(assessAnswerJob, ({ sessionId }, { signal }) => attention.assess(sessionId, signal));
  jobs.handle(findUndecidedJob, () => attention.decideSome());
}
