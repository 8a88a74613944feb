import type { Database } from "../../../db/open.ts";
import type { JobResult } from "../../../jobs/definition.ts";
import type { JobQueue } from "../../../jobs/queue.ts";
import type { Clock } from "../../../lib/clock.ts";
import type { SessionService } from "../../sessions/sessions/index.ts";
import {
  announceDelayMs,
  decideAnnouncing,
  floodMs,
  plainWords,
  repeatMs,
  wantedOn,
} from "./announcing-rules.ts";
import { announcingStore } from "./announcing-store.ts";
import { announceJob, digestJob, noticeJob } from "./jobs.ts";
import type { Announcement, Channel, NotificationType } from "./model.ts";
import type { Preferences } from "./preferences.ts";
import { quietUntil } from "./quiet-hours.ts";
import { settleMs } from "./rules.ts";
import type { NotificationRow } from "./store.ts";
import { text } from "./text.ts";

const channels: readonly Channel[] = ["desktop", "web_push", "phone"];

/** What concerns no session, and so has no entry in the inbox. */
interface Notice {
  message: string;
  /** A path of the board. */
  url: string;
  tag: string;
}

export type Announcing = ReturnType<typeof announcing>;

/** Sends inbox entries to the desktop, browsers and phones, except those that were seen or went stale meanwhile. */
export function announcing(deps: {
  database: Database;
  clock: Clock;
  jobs: Pick<JobQueue, "add">;
  preferences: Pick<Preferences, "current">;
  sessions: Pick<SessionService, "byId">;
  /** The session's summary, if one was written since then. */
  summarySince(sessionId: number, since: number): string | null;
  deliver(channel: Channel, announcement: Announcement): void;
  /** Titles and summaries go to push services outside, which stored texts do not. */
  redact(text: string): string;
}) {
  const { database, clock, jobs, preferences } = deps;
  const store = announcingStore(database);

  const quietEnd = (): number | null => quietUntil(preferences.current().quiet_hours, clock.now());

  /** In a transaction; during quiet hours, the job is asked to run again at their end. */
  function unlessQuiet(announce: () => void): JobResult {
    const againAt = quietEnd();
    if (againAt !== null) return { againAt };
    database.transaction(announce);
    return undefined;
  }

  function announcementOf(row: NotificationRow): Announcement {
    const { id, sessionId, createdAt, message } = row;
    const needsInput = row.notificationType === "session_needs_input";
    const title = deps.sessions.byId(sessionId)?.title ?? text.appName;
    const body = (needsInput ? deps.summarySince(sessionId, createdAt - settleMs) : null) ?? message;
    const shown = (words: string): string => plainWords(deps.redact(words));
    return {
      title: shown(title).replaceAll("\n", " ") || text.appName,
      body: shown(body),
      url: `/sessions/${sessionId}`,
      tag: `notification-${id}`,
    };
  }

  function deliver(rows: readonly NotificationRow[]): void {
    for (const channel of channels) {
      const wanted = wantedOn(channel, rows, preferences.current());
      const [only, ...others] = wanted;
      if (!only) continue;
      const types = wanted.map(({ notificationType }) => notificationType);
      deps.deliver(channel, others.length === 0 ? announcementOf(only) : text.digest(types));
    }
  }

  return {
    /** Inside the transaction that stores what it is about. */
    notify: (notice: Notice): void => void jobs.add(noticeJob, { ...notice }),

    /** On the channels that the person chose for messages; during quiet hours, asks to run again at their end. */
    announceNotice({ message, url, tag }: Notice): JobResult {
      return unlessQuiet(() => {
        const announcement = { title: text.appName, body: message, url, tag };
        const { push } = preferences.current().types;
        for (const channel of channels) if (push[channel]) deps.deliver(channel, announcement);
      });
    },

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
        if (decision.kind === "now") deliver([row]);
        if (decision.kind !== "together") return;
        const { at } = decision;
        jobs.add(digestJob, { from: id }, { key: `notification.digest:${at}`, runAt: at });
      }),

    /** Announces all unread entries from this one on; during quiet hours, asks to run again at their end. */
    announceFrom: (id: number): JobResult => unlessQuiet(() => deliver(store.unreadFrom(id))),
  };
}
