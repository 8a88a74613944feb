import type { ComposeDeps } from "../compose.ts";
import { type HumanMessageService, humanMessageService } from "../domains/access/human-messages/index.ts";
import type { NotificationService } from "../domains/inbox/notifications/index.ts";
import type { PullRequestService } from "../domains/repositories/pull-requests/index.ts";
import { overviewService } from "../domains/sessions/overview/index.ts";
import type { SummaryService } from "../domains/sessions/summaries/index.ts";
import { waitingService } from "../domains/sessions/wait-reasons/index.ts";
import type { UsageService } from "../domains/transcripts/usage/index.ts";
import { ownerAsPerson } from "../owner.ts";
import type { Core } from "./domains.ts";
import type { Platform } from "./platform.ts";
import { asRequired, signInsOf } from "./session-settings.ts";

export function composeHumanMessages(
  { database, clock }: ComposeDeps,
  { redactor, owner }: Platform,
): HumanMessageService {
  return humanMessageService({
    database,
    clock,
    owner: () => ownerAsPerson(owner.current()),
    redact: (text) => redactor.redact(text),
  });
}

/** One session with all that stands beside it. */
export function composeOverview(
  { database, clock, log }: ComposeDeps,
  { catalog, connectors }: Pick<Platform, "catalog" | "connectors">,
  around: Core & {
    summaries: Pick<SummaryService, "statusOf">;
    notifications: Pick<NotificationService, "markSeen">;
    pullRequests: Pick<PullRequestService, "opened">;
    usage: Pick<UsageService, "costs">;
  },
) {
  const { sessions, turns, largeReads, wakes, hierarchy, people } = around;
  const waiting = waitingService({
    clock,
    log,
    // The board has no page of accounts yet.
    pages: { inference: null, connectors: "/settings/connectors" },
    laneTaker: turns.laneTaker,
    nextWake(sessionId) {
      const [next, ...later] = wakes.armed(sessionId);
      if (!next) return null;
      const at = next.wake_at === null ? null : Date.parse(next.wake_at);
      return { at, event: next.waits_for, count: 1 + later.length };
    },
    spot: null,
    reconnect: (row) => connectors.lost(signInsOf(catalog, row)).map(asRequired),
  });
  return overviewService({
    database,
    clock,
    sessions,
    hierarchy,
    people,
    waiting,
    pullRequests: around.pullRequests,
    usage: around.usage,
    statusSummary: around.summaries.statusOf,
    withTranscript: largeReads.withRaw,
    markSeen: around.notifications.markSeen,
  });
}
