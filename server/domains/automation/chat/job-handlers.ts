import type { JobQueue } from "../../../jobs/queue.ts";
import { pollChatJob } from "./jobs.ts";
import type { ChatService } from "./service.ts";

export function registerChatJobs(jobs: Pick<JobQueue, "handle">, { poll }: Pick<ChatService, "poll">): void {
  jobs.handle(pollChatJob, async (_payload, { signal }) => {
    await poll(signal);
    return undefined;
  });
}
