import type { NotificationService } from "../domains/inbox/notifications/index.ts";
import type { PullRequestService } from "../domains/review/pull-requests/index.ts";
import { waitReasonService } from "../domains/sessions/wait-reasons/index.ts";
import { overviewService } from "../domains/surfaces/overview/index.ts";
import type { SummaryService } from "../domains/transcripts/summaries/index.ts";
import type { UsageService } from "../domains/usage/calls/index.ts";
import type { ComposeDeps, Core, Platform } from "./deps.ts";
import { asRequired, signInsOf } from "./session-settings.ts";

/** One session with everything that its page shows beside the transcript. */
export function composeOverview(
  { database, clock, log }: ComposeDeps,
  { catalog, connectors, diskSpace, jobs }: Pick<Platform, "catalog" | "connectors" | "diskSpace" | "jobs">,
  around: Core & {
    summaries: Pick<SummaryService, "statusOf">;
    notifications: Pick<NotificationService, "markSeen">;
    pullRequests: Pick<PullRequestService, "opened">;
    usage: Pick<UsageService, "costs">;
  },
) {
  const { sessions, signs, largeReads, wakes, hierarchy, humanMessages, admission, spotQueue } = around;
  const waiting = waitReasonService({
    clock,
    log,
    pages: { inference: "/inference", connectors: "/settings/connectors" },
    threadVictim: spotQueue.victimOf,
    busyAgents: () => jobs.fullAt("agents"),
    missingSpace: diskSpace.missing,
    cloning: (sessionId) => signs.of(sessionId).cloning,
    nextWake(sessionId) {
      const [next, ...later] = wakes.armed(sessionId);
      if (!next) return null;
      const at = next.wake_at === null ? null : Date.parse(next.wake_at);
      return { at, event: next.waits_for, count: 1 + later.length };
    },
    spot: admission.waiting,
    reconnect: (row) => connectors.lost(signInsOf(catalog, row)).map(asRequired),
  });
  return overviewService({
    database,
    clock,
    sessions,
    hierarchy,
    humanMessages,
    waiting,
    activity: around.activity,
    pullRequests: around.pullRequests,
    usage: around.usage,
    statusSummary: around.summaries.statusOf,
    withTranscript: largeReads.withRaw,
    markSeen: around.notifications.markSeen,
  });
}
