import type { QueryClient } from "@tanstack/react-query";
import type { BoardEvent } from "../../../server/domains/board/model.ts";
import type { Announcement } from "../../../server/domains/notifications/model.ts";
import type { Session } from "../../../server/domains/sessions/model.ts";
import { liveSessions } from "../sessions/live-sessions.ts";
import {
  dropSession,
  type OneSession,
  refreshFacts,
  refreshRows,
  sessionKeys,
  storeSession,
} from "../sessions/session-cache.ts";
import { dropPartial, type LiveView, markWritten, setPartial, useLive } from "./live.store.ts";

/** Keys whose data the stream only says is out of date. */
export const liveKeys = {
  messages: (sessionId: number) => ["messages", sessionId] as const,
  logs: (sessionId: number) => ["logs", sessionId] as const,
  elicitations: (sessionId: number) => ["elicitations", sessionId] as const,
  usage: (sessionId: number) => ["usage", sessionId] as const,
  transcript: (sessionId: number) => ["transcript", sessionId] as const,
  notifications: ["notifications"] as const,
  devices: ["devices"] as const,
};

export interface LiveDeps {
  client: QueryClient;
  /** Lines of a session's transcript that are stored by now. */
  onTranscript(sessionId: number, lineCount: number): void;
  onAnnouncement(announcement: Announcement): void;
}

/** What the stream says besides that it is there. */
export type BoardChange = Exclude<BoardEvent, { type: "alive" }>;

/** Brings one event of the stream into the caches. */
export function applyEvent(event: BoardChange, { client, onTranscript, onAnnouncement }: LiveDeps): void {
  switch (event.type) {
    case "hello":
      useLive.setState({ stopping: false });
      if (!event.resumed) startAfresh(client);
      return;
    case "session":
      learnSession(client, event.session);
      return;
    case "session_removed":
      liveSessions.learn(event.id, null);
      dropSession(client, event.id);
      return;
    case "transcript":
      changeView((view) => markWritten(view, event.session_id));
      onTranscript(event.session_id, event.line_count);
      return;
    case "partial":
      changeView((view) => setPartial(view, event.session_id, event.text));
      return;
    case "messages":
      void client.invalidateQueries({ queryKey: liveKeys.messages(event.session_id) });
      return;
    case "usage":
      refreshFacts(client);
      void client.invalidateQueries({ queryKey: liveKeys.usage(event.session_id) });
      return;
    case "elicitations":
      void client.invalidateQueries({ queryKey: liveKeys.elicitations(event.session_id) });
      return;
    case "notifications":
      void client.invalidateQueries({ queryKey: liveKeys.notifications });
      return;
    case "announcement":
      onAnnouncement(event.announcement);
      return;
    case "devices":
      void client.invalidateQueries({ queryKey: liveKeys.devices });
      return;
    case "stopping":
      useLive.setState({ stopping: true });
      return;
    case "log":
      void client.invalidateQueries({ queryKey: liveKeys.logs(event.session_id) });
      return;
  }
}

function learnSession(client: QueryClient, session: Session): void {
  liveSessions.learn(session.id, session);
  refreshExtras(client, session);
  refreshRows(client, session);
  storeSession(client, session);
  if (session.status !== "running") changeView((view) => dropPartial(view, session.id));
}

/**
 * What stands beside a session on its page says why it waits, which a change of state makes out of date. Where nothing
 * of the session itself moved, something beside it did, such as its status summary.
 */
function refreshExtras(client: QueryClient, session: Session): void {
  void client.invalidateQueries({
    queryKey: sessionKeys.ones,
    predicate: ({ state }) => {
      const held = (state.data as OneSession | undefined)?.session;
      if (held?.id !== session.id) return false;
      const moved = held.status !== session.status || held.job_id !== session.job_id;
      return moved || held.updated_at === session.updated_at;
    },
  });
}

const changeView = (change: (view: LiveView) => LiveView): void => useLive.setState(change);

/** The stream does not know what was missed, so nothing that is held can be trusted. */
function startAfresh(client: QueryClient): void {
  liveSessions.forget();
  useLive.setState({ partials: new Map() });
  void client.invalidateQueries();
}
