import type { Logger } from "../../../lib/logger.ts";
import type { Announcement } from "../notifications/index.ts";
import type { BoardEvent } from "./model.ts";

export interface FeedItem {
  id: string;
  event: BoardEvent;
}

/** What is remembered is how to look it up: whole sessions, prompts included, would be hundreds of megabytes. */
interface Kept {
  id: string;
  key: string;
  find(): BoardEvent;
}

export type Listener = (item: FeedItem) => void;

/** Kept for clients that come back; older ones are told to fetch everything anew. */
const remembered = 2_000;
const partialEveryMs = 100;
const partialLimit = 16_000;

export type Feed = ReturnType<typeof boardFeed>;

/**
 * The sequence of changes that pages follow. Marks are gathered and sent together after the transaction that
 * made them, so a page never sees what was rolled back; only the newest state of a session is sent.
 */
export function boardFeed(deps: {
  boot: string;
  log: Logger;
  /** The session as the board shows it; null once it is gone. */
  sessionEvent(id: number): BoardEvent;
  /** What may be shown of a text that is still being written; all of it unless told. */
  showPartial?: (text: string) => string;
}) {
  const listeners = new Set<Listener>();
  const recent: Kept[] = [];
  const dirty = new Map<string, () => BoardEvent>();
  let sequence = 0;
  let flushPlanned = false;
  let closed = false;

  const lastId = (): string => `${deps.boot}:${sequence}`;

  function tell(event: BoardEvent): void {
    for (const listener of listeners) listener({ id: lastId(), event });
  }

  function flush(): void {
    flushPlanned = false;
    const marks = [...dirty];
    dirty.clear();
    for (const [key, find] of marks) publish({ key, find });
  }

  /** Nobody waits for what is looked up here, so a row that cannot be read would end the process. */
  function publish(mark: Omit<Kept, "id">): void {
    try {
      const event = mark.find();
      sequence += 1;
      recent.push({ id: lastId(), ...mark });
      if (recent.length > remembered) recent.splice(0, recent.length - remembered);
      tell(event);
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

  const partials = partialTexts((id, text) => {
    tell({ type: "partial", session_id: id, text: deps.showPartial?.(text) ?? text });
  });

  return {
    ...changeMarks(mark),
    session: (id: number): void => mark(`session:${id}`, () => deps.sessionEvent(id)),
    announce: (announcement: Announcement): void => tell({ type: "announcement", announcement }),
    /** The line of an answer replaces the text that was being written; a prompt's may come after its first words. */
    transcript(id: number, lineCount: number, answered = true): void {
      if (answered) partials.forget(id);
      mark(`transcript:${id}`, () => ({ type: "transcript", session_id: id, line_count: lineCount }));
    },
    /** Adds a piece of text being written, of which pages get the whole a few times a second; null: it is over. */
    partial(id: number, piece: string | null): void {
      if (piece === null) partials.forget(id);
      else if (listeners.size > 0) partials.add(id, piece);
    },

    /** What followed `seen`, each thing once and as it is now; null when that is not known any more. */
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
    /** What is marked but not sent is dropped: the database closes next. */
    close(): void {
      closed = true;
      dirty.clear();
      partials.clear();
      listeners.clear();
    },
  };
}

/** Each says that something changed, so that a page reads it again. */
const changeMarks = (mark: (key: string, event: () => BoardEvent) => void) => ({
  messages: (id: number): void => mark(`messages:${id}`, () => ({ type: "messages", session_id: id })),
  elicitations: (id: number): void =>
    mark(`elicitations:${id}`, () => ({ type: "elicitations", session_id: id })),
  log: (id: number): void => mark(`log:${id}`, () => ({ type: "log", session_id: id })),
  usage: (id: number): void => mark(`usage:${id}`, () => ({ type: "usage", session_id: id })),
  /** The inbox changed; what is unread is counted when it is sent. */
  notifications: (pendingCount: () => number): void =>
    mark("notifications", () => ({ type: "notifications", pending_count: pendingCount() })),
  /** A device was paired, renamed or signed out. */
  devices: (): void => mark("devices", () => ({ type: "devices" })),
});

function newestOfEach(missed: readonly Kept[]): FeedItem[] {
  const newest = new Map(missed.map(({ key, id }) => [key, id]));
  return missed
    .filter(({ key, id }) => newest.get(key) === id)
    .map(({ id, find }) => ({ id, event: find() }));
}

/** Gathers what is being written, by session, and tells the whole of it a few times a second. */
function partialTexts(tell: (sessionId: number, text: string) => void) {
  const partials = new Map<number, { text: string; timer: NodeJS.Timeout | undefined }>();

  function send(id: number): void {
    const partial = partials.get(id);
    if (!partial) return;
    partial.timer = undefined;
    tell(id, partial.text);
  }

  function forget(id: number): void {
    clearTimeout(partials.get(id)?.timer);
    partials.delete(id);
  }

  return {
    add(id: number, piece: string): void {
      const partial = partials.get(id) ?? { text: "", timer: undefined };
      partial.text = (partial.text + piece).slice(-partialLimit);
      partial.timer ??= setTimeout(send, partialEveryMs, id);
      partials.set(id, partial);
    },
    forget,
    clear: (): void => [...partials.keys()].forEach(forget),
  };
}
