import type { ComposeDeps } from "./compose.ts";
import type { Core } from "./compose-domains.ts";
import type { Ground } from "./compose-ground.ts";
import type { NotificationService } from "./domains/notifications/index.ts";
import { type PeopleService, peopleService } from "./domains/people/index.ts";
import { overviewService } from "./domains/session-overview/index.ts";
import type { SummaryService } from "./domains/summaries/index.ts";
import { waitingService } from "./domains/waiting/index.ts";
import { readOwner } from "./owner.ts";

export function composePeople(
  { database, clock, settings }: ComposeDeps,
  { redactor }: Ground,
): PeopleService {
  const owner = readOwner(settings);
  return peopleService({
    database,
    clock,
    owner: () => owner,
    redact: (text) => redactor.redact(text),
  });
}

/** One session with all that stands beside it. */
export function composeOverview(
  { database, clock, log }: ComposeDeps,
  { sessions, turns, largeReads, wakes, hierarchy, people }: Core,
  around: {
    summaries: Pick<SummaryService, "statusOf">;
    notifications: Pick<NotificationService, "markSeen">;
  },
) {
  const waiting = waitingService({
    clock,
    log,
    // The board has no such pages yet.
    pages: { inference: null, connectors: null },
    laneTaker: turns.laneTaker,
    nextWake(sessionId) {
      const [next, ...later] = wakes.armed(sessionId);
      return next ? { at: Date.parse(next.wake_at), count: 1 + later.length } : null;
    },
    spot: null,
    reconnect: null,
  });
  return overviewService({
    database,
    clock,
    sessions,
    hierarchy,
    people,
    waiting,
    statusSummary: around.summaries.statusOf,
    withTranscript: largeReads.withRaw,
    markSeen: around.notifications.markSeen,
  });
}
