import type { JobQueue } from "../../../jobs/queue.ts";
import { answerLiveMessage, prepareLiveConversation } from "./jobs.ts";
import type { LiveConversationService } from "./service.ts";

export function registerLiveJobs(
  jobs: Pick<JobQueue, "handle">,
  live: Pick<LiveConversationService, "prepare" | "reply">,
): void {
  jobs.handle(prepareLiveConversation, ({ conversation_id }) => live.prepare(conversation_id));
  jobs.handle(answerLiveMessage, ({ turn_id }, { attempt, signal }) =>
    live.reply(turn_id, { attempt, signal }),
  );
}
