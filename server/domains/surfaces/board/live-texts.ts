import { changeOf, emptyLiveText, type LiveText, withAnswers, withPiece } from "./live-text-rules.ts";
import type { BoardEvent } from "./model.ts";

type TextEvent = Extract<BoardEvent, { type: "partial" }>;

interface Writing {
  live: LiveText;
  /** What the pages have. */
  shown: string;
  timer: NodeJS.Timeout | undefined;
}

/** A screen shows text as it is written without a visible step. */
const sendEveryMs = 100;

interface LiveTextsDeps {
  /** What may be shown of a text. */
  show(text: string): string;
  send(event: TextEvent): void;
  /** Whether a page is open. Text is gathered all the same, so that a page that opens later sees it from its start. */
  hasPages(): boolean;
}

/** The texts that agents are writing. Pages get what is new of each a few times a second. */
export function liveTexts({ show, send, hasPages }: LiveTextsDeps) {
  const writings = new Map<number, Writing>();

  const shownOf = ({ live }: Writing): string => {
    const text = show(live.text);
    return live.isCut ? `…\n\n${text}` : text;
  };

  function sendNow(sessionId: number): void {
    const writing = writings.get(sessionId);
    if (!writing) return;
    writing.timer = undefined;
    const next = shownOf(writing);
    const change = changeOf(writing.shown, next);
    if (next === writing.shown) return;
    writing.shown = next;
    send({ type: "partial", session_id: sessionId, ...change });
  }

  function update(sessionId: number, live: LiveText): Writing {
    const writing = writings.get(sessionId) ?? { live, shown: "", timer: undefined };
    writing.live = live;
    writings.set(sessionId, writing);
    return writing;
  }

  return {
    add(sessionId: number, piece: string): void {
      const writing = update(sessionId, withPiece(writings.get(sessionId)?.live ?? emptyLiveText, piece));
      if (hasPages()) writing.timer ??= setTimeout(sendNow, sendEveryMs, sessionId);
    },
    /** Lines with these answers were stored. Pages keep the text on the screen until they have fetched the lines. */
    stored(sessionId: number, answers: readonly string[]): void {
      if (answers.length === 0) return;
      const writing = update(sessionId, withAnswers(writings.get(sessionId)?.live ?? emptyLiveText, answers));
      clearTimeout(writing.timer);
      writing.timer = undefined;
      writing.shown = shownOf(writing);
      if (hasPages())
        send({ type: "partial", session_id: sessionId, from: 0, text: writing.shown, stored: true });
    },
    /** The turn ended. */
    end(sessionId: number): void {
      clearTimeout(writings.get(sessionId)?.timer);
      if (writings.delete(sessionId) && hasPages())
        send({ type: "partial", session_id: sessionId, from: 0, text: "", stored: true });
    },
    /** The texts as they are now, for a page that opens. */
    now(): TextEvent[] {
      return [...writings].flatMap(([id, writing]) => {
        clearTimeout(writing.timer);
        sendNow(id);
        return writing.shown === ""
          ? []
          : [{ type: "partial" as const, session_id: id, from: 0, text: writing.shown }];
      });
    },
    clear(): void {
      for (const { timer } of writings.values()) clearTimeout(timer);
      writings.clear();
    },
  };
}
