import type { JobQueue } from "../../../jobs/queue.ts";
import { type SummaryService, summaryDueJob, summaryWriteJob } from "./service.ts";
import { type TitleService, titleJob } from "./titles.ts";

/** Questions to a model are the inference lane's, which asks two at once. */
export function registerSummaryJobs(
  jobs: Pick<JobQueue, "define">,
  services: { summaries: SummaryService; titles: TitleService },
): void {
  const { summaries, titles } = services;
  jobs.define(titleJob, {
    lane: "inference",
    maxAttempts: 2,
    run: (payload, { signal }) => titles.infer(Number(payload["sessionId"]), signal),
  });
  jobs.define(summaryDueJob, {
    lane: "default",
    run: (payload) => summaries.due(Number(payload["sessionId"])),
  });
  jobs.define(summaryWriteJob, {
    lane: "inference",
    maxAttempts: 2,
    run: ({ sessionId, requestedAt }, { signal }) =>
      summaries.write({ sessionId: Number(sessionId), requestedAt: Number(requestedAt) }, signal),
  });
}
