import type { BoardEvent } from "./model.ts";

export interface FeedItem {
  id: string;
  event: BoardEvent;
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
  /** The session as the board shows it; null once it is gone. */
  sessionEvent(id: number): BoardEvent;
}) {
  const listeners = new Set<Listener>();
  const recent: FeedItem[] = [];
  const dirty = new Map<string, () => BoardEvent>();
  const partials = new Map<number, { text: string; timer: NodeJS.Timeout | undefined }>();
  let sequence = 0;
  let flushPlanned = false;

  function publish(event: BoardEvent): void {
    sequence += 1;
    const item = { id: `${deps.boot}:${sequence}`, event };
    recent.push(item);
    if (recent.length > remembered) recent.splice(0, recent.length - remembered);
    for (const listener of listeners) listener(item);
  }

  function flush(): void {
    flushPlanned = false;
    const events = [...dirty.values()];
    dirty.clear();
    for (const event of events) publish(event());
  }

  function mark(key: string, event: () => BoardEvent): void {
    dirty.set(key, event);
    if (flushPlanned) return;
    flushPlanned = true;
    setImmediate(flush);
  }

  function sendPartial(sessionId: number): void {
    const partial = partials.get(sessionId);
    if (!partial) return;
    partial.timer = undefined;
    publish({ type: "partial", session_id: sessionId, text: partial.text });
  }

  return {
    session: (id: number): void => mark(`session:${id}`, () => deps.sessionEvent(id)),
    messages: (id: number): void => mark(`messages:${id}`, () => ({ type: "messages", session_id: id })),
    log: (id: number): void => mark(`log:${id}`, () => ({ type: "log", session_id: id })),
    /** New lines replace the text that was being written. */
    transcript(id: number, lineCount: number): void {
      clearTimeout(partials.get(id)?.timer);
      partials.delete(id);
      mark(`transcript:${id}`, () => ({ type: "transcript", session_id: id, line_count: lineCount }));
    },
    /** Adds a piece of text that is being written; pages get the whole of it a few times a second. */
    partial(id: number, piece: string): void {
      if (listeners.size === 0) return;
      const partial = partials.get(id) ?? { text: "", timer: undefined };
      partial.text = (partial.text + piece).slice(-partialLimit);
      partial.timer ??= setTimeout(sendPartial, partialEveryMs, id);
      partials.set(id, partial);
    },

    /** What followed `lastId`; null when that is not known any more. */
    since(lastId: string | undefined): FeedItem[] | null {
      const match = /^(.+):(\d+)$/.exec(lastId ?? "");
      const number = Number(match?.[2]);
      if (!match || match[1] !== deps.boot || number > sequence) return null;
      const missed = sequence - number;
      return missed > recent.length ? null : recent.slice(recent.length - missed);
    },
    lastId: (): string => `${deps.boot}:${sequence}`,
    follow(listener: Listener): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close(): void {
      for (const { timer } of partials.values()) clearTimeout(timer);
      listeners.clear();
    },
  };
}
