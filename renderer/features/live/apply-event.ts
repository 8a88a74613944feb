import type { Query, QueryClient } from "@tanstack/react-query";
import type { BoardEvent } from "../../../server/domains/inbox/board/model.ts";
import type { Announcement } from "../../../server/domains/inbox/notifications/model.ts";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import type { StreamState } from "../../lib/live-stream.ts";
import { liveSessions } from "../sessions/live-sessions.ts";
import {
  refreshFacts,
  refreshRows,
  removeSession,
  type SessionDetails,
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
  turns: (sessionId: number) => ["turns", sessionId] as const,
  states: (sessionId: number) => ["states", sessionId] as const,
  artifacts: (sessionId: number) => ["artifacts", sessionId] as const,
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
      if (!event.resumed) refetchEverything(client);
      return;
    case "session":
      receiveSession(client, event.session);
      return;
    case "session_removed":
      liveSessions.receive(event.id, null);
      removeSession(client, event.id);
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

/**
 * What came about while the stream was away is told as one change of each session, which hides that what stands beside
 * it in a list changed too.
 */
export function applyState(client: QueryClient, state: StreamState): void {
  const isBack = state === "open" && useLive.getState().stream === "down";
  useLive.setState({ stream: state });
  if (isBack) void client.invalidateQueries({ queryKey: sessionKeys.lists });
}

function receiveSession(client: QueryClient, session: Session): void {
  liveSessions.receive(session.id, session);
  refreshRows(client, session);
  storeSession(client, session);
  refetchRelated(client, session.id);
  if (session.status !== "running") changeView((view) => dropPartial(view, session.id));
}

/**
 * The states and the turns it has been through, what a turn may have left, and what stands beside it on its page. None
 * is told by the session itself: only its newest state is sent, which may be the one in sight, and its instants are kept
 * to the second.
 */
function refetchRelated(client: QueryClient, id: number): void {
  void client.invalidateQueries({ queryKey: liveKeys.turns(id) });
  void client.invalidateQueries({ queryKey: liveKeys.states(id) });
  void client.invalidateQueries({ queryKey: liveKeys.artifacts(id) });
  void client.invalidateQueries({ queryKey: sessionKeys.details, predicate: (query) => mayShow(query, id) });
}

/** Which session a page that opens is about may not be known yet. */
function mayShow({ state }: Query, id: number): boolean {
  const held = state.data as SessionDetails | undefined;
  return held ? held.session.id === id : state.fetchStatus === "fetching";
}

const changeView = (change: (view: LiveView) => LiveView): void => useLive.setState(change);

/** The stream does not know what was missed, so nothing that is held can be trusted. */
function refetchEverything(client: QueryClient): void {
  liveSessions.clear();
  useLive.setState({ partials: new Map() });
  void client.invalidateQueries();
}
