import type { Query, QueryClient } from "@tanstack/react-query";
import type { Announcement } from "../../../server/domains/inbox/notifications/model.ts";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import type { BoardEvent } from "../../../server/domains/surfaces/board/model.ts";
import { takeShowsStored } from "../../lib/connection.ts";
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
import { followLiveSettings, receiveWriting } from "../talk/talk.store.ts";
import { clearActivities, receiveActivity } from "./activity.store.ts";
import { dropPartial, type LiveView, setPartial, useLive } from "./live.store.ts";
import { refreshFuel, refreshFuelSoon } from "./refresh-fuel.ts";

/** Queries that the stream only marks as out of date. */
export const liveKeys = {
  messages: (sessionId: number) => ["messages", sessionId] as const,
  logs: (sessionId: number) => ["logs", sessionId] as const,
  elicitations: (sessionId: number) => ["elicitations", sessionId] as const,
  usage: (sessionId: number) => ["usage", sessionId] as const,
  transcript: (sessionId: number) => ["transcript", sessionId] as const,
  turns: (sessionId: number) => ["turns", sessionId] as const,
  states: (sessionId: number) => ["states", sessionId] as const,
  artifacts: (sessionId: number) => ["artifacts", sessionId] as const,
  // The keys of these are the types of their events.
  notifications: ["notifications"] as const,
  devices: ["devices"] as const,
  diskSpace: ["disk_space"] as const,
  recoveryMode: ["recovery_mode"] as const,
  clockChange: ["clock_change"] as const,
  workBacklog: ["work_backlog"] as const,
  categories: ["categories"] as const,
  budgets: ["budgets"] as const,
  liveSettings: ["live_settings"] as const,
};

export interface LiveDeps {
  client: QueryClient;
  /** How many lines of a session's transcript are stored. */
  onTranscript(sessionId: number, lineCount: number): void;
  onAnnouncement(announcement: Announcement): void;
}

/** The events that change data. */
export type BoardChange = Exclude<BoardEvent, { type: "alive" }>;

/** Applies one event of the stream to the caches. */
export function applyEvent(event: BoardChange, { client, onTranscript, onAnnouncement }: LiveDeps): void {
  switch (event.type) {
    case "hello":
      connected(client, event);
      return;
    case "session":
      receiveSession(client, event.session);
      return;
    case "session_removed":
      liveSessions.receive(event.id, null);
      removeSession(client, event.id);
      refreshFuelSoon(client);
      return;
    case "transcript":
      onTranscript(event.session_id, event.line_count);
      return;
    case "partial":
      changeView((view) => setPartial(view, event.session_id, event));
      return;
    case "activity":
      receiveActivity(event.session_id, event.activity);
      return;
    case "messages":
    case "elicitations":
      void client.invalidateQueries({ queryKey: liveKeys[event.type](event.session_id) });
      return;
    case "usage":
      refreshFacts(client);
      refreshFuelSoon(client);
      void client.invalidateQueries({ queryKey: liveKeys.usage(event.session_id) });
      return;
    case "announcement":
      onAnnouncement(event.announcement);
      return;
    case "stopping":
      useLive.setState({ stopping: true });
      return;
    case "live_partial":
      receiveWriting(event);
      return;
    case "live_settings":
      followLiveSettings();
      void client.invalidateQueries({ queryKey: liveKeys.liveSettings });
      return;
    case "log":
      void client.invalidateQueries({ queryKey: liveKeys.logs(event.session_id) });
      return;
    default:
      refreshFuel(client, event.type);
      refetch(client, event.type);
  }
}

type NamedQuery =
  | "notifications"
  | "devices"
  | "disk_space"
  | "clock_change"
  | "recovery_mode"
  | "live_conversation"
  | "work_backlog"
  | "categories"
  | "budgets"
  | "inference";

function refetch(client: QueryClient, name: NamedQuery): void {
  void client.invalidateQueries({ queryKey: [name] });
  // An open session shows the name of its category.
  if (name === "categories") void client.invalidateQueries({ queryKey: sessionKeys.details });
}

function connected(client: QueryClient, hello: Extract<BoardChange, { type: "hello" }>): void {
  useLive.setState({ stopping: false, openTo: hello.open_to });
  // The present ones follow.
  clearActivities();
  if (!hello.resumed) refetchEverything(client);
}

/** After a reconnect, each session arrives as one change, which hides changes of the rows beside it in a list. */
export function applyState(client: QueryClient, state: StreamState): void {
  const isBack = state === "open" && useLive.getState().stream === "down";
  useLive.setState({ stream: state });
  if (isBack) void client.invalidateQueries({ queryKey: sessionKeys.lists });
}

/** What failed while the service was away is read again, and so is everything if stored answers were shown. */
export function refetchAfterOutage(client: QueryClient): void {
  if (takeShowsStored()) void client.invalidateQueries();
  else void client.invalidateQueries({ predicate: ({ state }) => state.status === "error" });
}

function receiveSession(client: QueryClient, session: Session): void {
  liveSessions.receive(session.id, session);
  refreshRows(client, session);
  refreshFuelSoon(client);
  storeSession(client, session);
  refetchRelated(client, session.id);
  if (session.status !== "running") changeView((view) => dropPartial(view, session.id));
}

/** The history, the artifacts and the panels of a session. The event only has its newest state, with times in whole seconds. */
function refetchRelated(client: QueryClient, id: number): void {
  void client.invalidateQueries({ queryKey: liveKeys.turns(id) });
  void client.invalidateQueries({ queryKey: liveKeys.states(id) });
  void client.invalidateQueries({ queryKey: liveKeys.artifacts(id) });
  void client.invalidateQueries({ queryKey: sessionKeys.details, predicate: (query) => mayShow(query, id) });
}

/** A page that is opening may not know its session yet. */
function mayShow({ state }: Query, id: number): boolean {
  const cached = state.data as SessionDetails | undefined;
  return cached ? cached.session.id === id : state.fetchStatus === "fetching";
}

const changeView = (change: (view: LiveView) => LiveView): void => useLive.setState(change);

/** The stream does not know what was missed, so everything is refetched. */
function refetchEverything(client: QueryClient): void {
  liveSessions.clear();
  useLive.setState({ partials: new Map() });
  void client.invalidateQueries();
}
