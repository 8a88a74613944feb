import type { Logger } from "../../lib/logger.ts";
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
  const partials = new Map<number, { text: string; timer: NodeJS.Timeout | undefined }>();
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

  function sendPartial(sessionId: number): void {
    const partial = partials.get(sessionId);
    if (!partial) return;
    partial.timer = undefined;
    const text = deps.showPartial?.(partial.text) ?? partial.text;
    tell({ type: "partial", session_id: sessionId, text });
  }

  function forgetPartial(id: number): void {
    clearTimeout(partials.get(id)?.timer);
    partials.delete(id);
  }

  return {
    session: (id: number): void => mark(`session:${id}`, () => deps.sessionEvent(id)),
    messages: (id: number): void => mark(`messages:${id}`, () => ({ type: "messages", session_id: id })),
    log: (id: number): void => mark(`log:${id}`, () => ({ type: "log", session_id: id })),
    /** The line of an answer replaces the text that was being written; a prompt's may come after its first words. */
    transcript(id: number, lineCount: number, answered = true): void {
      if (answered) forgetPartial(id);
      mark(`transcript:${id}`, () => ({ type: "transcript", session_id: id, line_count: lineCount }));
    },
    /** Adds a piece of text being written, of which pages get the whole a few times a second; null: it is over. */
    partial(id: number, piece: string | null): void {
      if (piece === null) return forgetPartial(id);
      if (listeners.size === 0) return;
      const partial = partials.get(id) ?? { text: "", timer: undefined };
      partial.text = (partial.text + piece).slice(-partialLimit);
      partial.timer ??= setTimeout(sendPartial, partialEveryMs, id);
      partials.set(id, partial);
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
      for (const { timer } of partials.values()) clearTimeout(timer);
      listeners.clear();
    },
  };
}

function newestOfEach(missed: readonly Kept[]): FeedItem[] {
  const newest = new Map(missed.map(({ key, id }) => [key, id]));
  return missed
    .filter(({ key, id }) => newest.get(key) === id)
    .map(({ id, find }) => ({ id, event: find() }));
}
