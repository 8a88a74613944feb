import type { NotificationService } from "../domains/inbox/notifications/index.ts";
import type { ChangeService } from "../domains/review/changes/index.ts";
import { goalChecking, type PullRequestService } from "../domains/review/pull-requests/index.ts";
import {
  type AttentionService,
  attentionService,
  registerAttentionJobs,
} from "../domains/sessions/attention/index.ts";
import { openQuestion } from "../domains/sessions/elicitations/queries.ts";
import type { SmallModelPort } from "../domains/sessions/sessions/index.ts";
import type { ComposeDeps, Core, Platform } from "./deps.ts";

/** Characters of the last answer; its end decides, and longer ones are rare. */
const answerLimit = 200_000;

/** What sessions that stopped wait for. */
export function composeAttention(
  { database, clock, log }: ComposeDeps,
  { jobs, goals }: Platform,
  core: Core & {
    pullRequests: Pick<PullRequestService, "states">;
    changes: Pick<ChangeService, "extent">;
    smallModel: SmallModelPort;
    notifications: Pick<NotificationService, "addLater">;
  },
): AttentionService {
  const { sessions, sessionLog, transcripts } = core;
  const goalChecks = goalChecking(database, goals.find);
  const attention = attentionService({
    database,
    clock,
    jobs,
    sessions,
    sessionLog,
    openQuestion: openQuestion(database.sql),
    lastAnswer({ id, agentRuntime }) {
      const page = { limit: 1, contentLimit: answerLimit, bounded: true };
      const { messages, total } = transcripts.conversation({ id, runtime: agentRuntime }, page);
      const last = messages.at(-1);
      return { text: last?.role === "assistant" ? last.content : null, messageCount: total };
    },
    goalCheck: (row) => goalChecks([row]).get(row.id) ?? null,
    pullRequests: core.pullRequests.states,
    model: core.smallModel,
    becameNeedy: core.notifications.addLater,
    changes: ({ id }) => core.changes.extent(String(id)),
    warn: (details, message) => log.warn(details, message),
  });
  registerAttentionJobs(jobs, attention);
  return attention;
}
