import type { Logger } from "../../../lib/logger.ts";
import type { Announcement } from "../../inbox/notifications/index.ts";
import type { SessionActivity } from "../../turns/activity/model.ts";
import { liveTexts } from "./live-texts.ts";
import type { BoardEvent } from "./model.ts";

export interface FeedItem {
  id: string;
  event: BoardEvent;
}

/** Keeps how to read the event, not the event: whole sessions with their prompts would take hundreds of megabytes. */
interface RecentChange {
  id: string;
  key: string;
  read(): BoardEvent;
}

export type Listener = (item: FeedItem) => void;

/** How many changes a client that reconnects can catch up on; after more than that it fetches everything again. */
const recentLimit = 2_000;

export type Feed = ReturnType<typeof boardFeed>;

/**
 * The sequence of changes that pages follow. Marks are collected and sent together after the transaction that
 * made them, so a page never sees a change that was rolled back. Only the newest state of a session is sent.
 */
export function boardFeed(deps: {
  boot: string;
  log: Logger;
  /** The session as the board shows it; null once it is gone. */
  sessionEvent(id: number): BoardEvent;
  /** What may be shown of a text that is still being written; by default all of it. */
  showPartial?: (text: string) => string;
}) {
  const listeners = new Set<Listener>();
  const recent: RecentChange[] = [];
  const dirty = new Map<string, () => BoardEvent>();
  let sequence = 0;
  let flushPlanned = false;
  let closed = false;

  const lastId = (): string => `${deps.boot}:${sequence}`;

  function send(event: BoardEvent): void {
    for (const listener of listeners) listener({ id: lastId(), event });
  }

  function flush(): void {
    flushPlanned = false;
    const marks = [...dirty];
    dirty.clear();
    for (const [key, read] of marks) publish({ key, read });
  }

  /** Runs without a caller to catch errors, so a row that cannot be read would end the process. */
  function publish(mark: Omit<RecentChange, "id">): void {
    try {
      const event = mark.read();
      sequence += 1;
      recent.push({ id: lastId(), ...mark });
      if (recent.length > recentLimit) recent.splice(0, recent.length - recentLimit);
      send(event);
    } catch (error) {
      deps.log.error({ err: error }, "board event not sent");
    }
  }

  function mark(key: string, event: () => BoardEvent): void {
    if (closed) return;
    dirty.set(key, event);
    if (flushPlanned) return;
    flushPlanned = true;
    setImmediate(flush);
  }

  const texts = liveTexts({
    show: deps.showPartial ?? ((text) => text),
    send,
    hasPages: () => listeners.size > 0,
  });

  return {
    ...changeMarks(mark),
    session: (id: number): void => mark(`session:${id}`, () => deps.sessionEvent(id)),
    ...unstored(send),
    /** Whether a page is open. */
    isFollowed: (): boolean => listeners.size > 0,
    transcript(id: number, lineCount: number, answers: readonly string[] = []): void {
      texts.stored(id, answers);
      mark(`transcript:${id}`, () => ({ type: "transcript", session_id: id, line_count: lineCount }));
    },
    /** Adds a piece to the text that an agent is writing. null: its turn ended. */
    partial(id: number, piece: string | null): void {
      if (closed) return;
      if (piece === null) texts.end(id);
      else texts.add(id, piece);
    },
    /** What agents are writing now, for a page that connects. */
    texts: texts.now,

    /** The changes after `seen`, each once and in its current state; null if the feed no longer goes back that far. */
    since(seen: string | undefined): FeedItem[] | null {
      const match = /^(.+):(\d+)$/.exec(seen ?? "");
      const number = Number(match?.[2]);
      if (!match || match[1] !== deps.boot || number > sequence) return null;
      const missed = sequence - number;
      return missed > recent.length ? null : newestOfEach(recent.slice(recent.length - missed));
    },
    lastId,
    follow(listener: Listener): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Drops what is marked but not sent yet, because the database closes next. */
    close(): void {
      closed = true;
      dirty.clear();
      texts.clear();
      listeners.clear();
    },
  };
}

/** Events for the pages that are open now. */
const unstored = (send: (event: BoardEvent) => void) => ({
  announce: (announcement: Announcement): void => send({ type: "announcement", announcement }),
  activity: (id: number, activity: SessionActivity | null): void =>
    send({ type: "activity", session_id: id, activity }),
  livePartial: (id: number, partial: { replyTo: number; from: number; text: string } | null): void =>
    send({
      type: "live_partial",
      conversation_id: id,
      reply_to: partial?.replyTo ?? 0,
      from: partial?.from ?? 0,
      text: partial?.text ?? null,
    }),
});

/** Events that only say that something changed; the page then reads it again. */
const changeMarks = (mark: (key: string, event: () => BoardEvent) => void) => ({
  messages: (id: number): void => mark(`messages:${id}`, () => ({ type: "messages", session_id: id })),
  elicitations: (id: number): void =>
    mark(`elicitations:${id}`, () => ({ type: "elicitations", session_id: id })),
  log: (id: number): void => mark(`log:${id}`, () => ({ type: "log", session_id: id })),
  usage: (id: number): void => mark(`usage:${id}`, () => ({ type: "usage", session_id: id })),
  /** The inbox changed; unread entries are counted when the event is sent. */
  notifications: (pendingCount: () => number): void =>
    mark("notifications", () => ({ type: "notifications", pending_count: pendingCount() })),
  diskSpace: (): void => mark("disk_space", () => ({ type: "disk_space" })),
  clockChange: (): void => mark("clock_change", () => ({ type: "clock_change" })),
  recoveryMode: (): void => mark("recovery_mode", () => ({ type: "recovery_mode" })),
  liveConversation: (id: number): void =>
    mark(`live_conversation:${id}`, () => ({ type: "live_conversation", id })),
  liveSettings: (): void => mark("live_settings", () => ({ type: "live_settings" })),
  workBacklog: (): void => mark("work_backlog", () => ({ type: "work_backlog" })),
  categories: (): void => mark("categories", () => ({ type: "categories" })),
  budgets: (): void => mark("budgets", () => ({ type: "budgets" })),
  inference: (): void => mark("inference", () => ({ type: "inference" })),
  /** A device was paired, renamed or signed out. */
  devices: (): void => mark("devices", () => ({ type: "devices" })),
});

function newestOfEach(missed: readonly RecentChange[]): FeedItem[] {
  const newest = new Map(missed.map(({ key, id }) => [key, id]));
  return missed
    .filter(({ key, id }) => newest.get(key) === id)
    .map(({ id, read }) => ({ id, event: read() }));
}
