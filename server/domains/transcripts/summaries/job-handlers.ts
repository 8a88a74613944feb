import type { JobQueue } from "../../../jobs/queue.ts";
import { inferTitleJob, summaryDueJob, writeSummaryJob } from "./jobs.ts";
import type { SummaryService } from "./service.ts";
import type { TitleService } from "./titles.ts";

export function registerSummaryJobs(
  jobs: Pick<JobQueue, "handle">,
  services: { summaries: SummaryService; titles: TitleService },
): void {
  const { summaries, titles } = services;
  jobs.handle(inferTitleJob, ({ sessionId }, { signal }) => titles.infer(sessionId, signal));
  jobs.handle(summaryDueJob, ({ sessionId }) => summaries.due(sessionId));
  jobs.handle(writeSummaryJob, (claim, { signal }) => summaries.write(claim, signal));
}
