import type { Database } from "../../../db/open.ts";
import type { JobResult } from "../../../jobs/definition.ts";
import type { JobQueue } from "../../../jobs/queue.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { SessionService } from "../../sessions/sessions/index.ts";
import {
  announceDelayMs,
  decideAnnouncing,
  digest,
  floodMs,
  repeatMs,
  wantedOn,
} from "./announcing-rules.ts";
import { announcingStore } from "./announcing-store.ts";
import { announceJob, digestJob } from "./jobs.ts";
import type { Announcement, Channel, NotificationType } from "./model.ts";
import type { Preferences } from "./preferences.ts";
import { quietUntil } from "./quiet-hours.ts";
import { settleMs } from "./rules.ts";
import type { NotificationRow } from "./store.ts";

const channels: readonly Channel[] = ["desktop", "web_push", "phone"];

export type Announcing = ReturnType<typeof announcing>;

/** Carries the inbox to where the person is. What they have seen meanwhile, and what is over, is not carried. */
export function announcing(deps: {
  database: Database;
  clock: Clock;
  jobs: Pick<JobQueue, "add">;
  preferences: Pick<Preferences, "current">;
  sessions: Pick<SessionService, "byId">;
  /** What a session says of where it stands, where that was written since. */
  summarySince(sessionId: number, since: number): string | null;
  deliver(channel: Channel, announcement: Announcement): void;
}) {
  const { database, clock, jobs, preferences } = deps;
  const store = announcingStore(database);

  const quietEnd = (): number | null => quietUntil(preferences.current().quiet_hours, clock.now());

  function announcementOf(row: NotificationRow): Announcement {
    const { id, sessionId, createdAt, message } = row;
    const isRest = row.notificationType === "session_needs_input";
    return {
      title: deps.sessions.byId(sessionId)?.title ?? "Signalbox",
      body: (isRest ? deps.summarySince(sessionId, createdAt - settleMs) : null) ?? message,
      url: `/sessions/${sessionId}`,
      tag: `notification-${id}`,
    };
  }

  function tell(rows: readonly NotificationRow[]): void {
    for (const channel of channels) {
      const wanted = wantedOn(channel, rows, preferences.current());
      const [only, ...others] = wanted;
      if (!only) continue;
      const types = wanted.map(({ notificationType }) => notificationType);
      deps.deliver(channel, others.length === 0 ? announcementOf(only) : digest(types));
    }
  }

  return {
    /** Inside the transaction that stores the entry. */
    added({ id, type }: { id: number; type: NotificationType }): void {
      const runAt = clock.now() + announceDelayMs(type);
      jobs.add(announceJob, { id }, { runAt });
    },

    announce: (id: number): void =>
      database.transaction(() => {
        const row = store.find(id);
        if (!row) return;
        const now = clock.now();
        const entry = {
          isSeen: row.read || row.stale,
          isRepeated: store.isRepeated(row, now - repeatMs),
          recent: store.countUpTo(row, now - floodMs),
        };
        const decision = decideAnnouncing(entry, { quietUntil: quietEnd(), now });
        if (decision.kind === "now") tell([row]);
        if (decision.kind !== "together") return;
        const { at } = decision;
        jobs.add(digestJob, { from: id }, { key: `notification.digest:${at}`, runAt: at });
      }),

    /** Tells of all that is unread from this entry on, at the end of the quiet hours where they have begun. */
    announceFrom(id: number): JobResult {
      const againAt = quietEnd();
      if (againAt !== null) return { againAt };
      database.transaction(() => tell(store.unreadFrom(id)));
      return undefined;
    },
  };
}
