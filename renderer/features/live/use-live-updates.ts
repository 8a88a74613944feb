import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type BoardEvent, boardEvent, boardOperations } from "../../../server/domains/inbox/board/model.ts";
import { apiUrl, callApi } from "../../lib/client.ts";
import { openLiveStream } from "../../lib/live-stream.ts";
import { applyEvent, applyState, type BoardChange, type LiveDeps } from "./apply-event.ts";

function readEvent(data: string): BoardEvent {
  const value: unknown = JSON.parse(data);
  return import.meta.env.DEV ? boardEvent.parse(value) : (value as BoardEvent);
}

/** Where the stream stood when the service sent this page, which is before anything was read. */
const positionOfPage = (): string | null =>
  document.querySelector<HTMLMetaElement>('meta[name="last-event-id"]')?.content ?? null;

/** Gathers what arrives between two frames, so that a flood costs one paint and not a hundred. */
function perFrame(apply: (event: BoardChange) => void) {
  let waiting: BoardChange[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = (): void => {
    timer = undefined;
    const events = waiting;
    waiting = [];
    for (const event of events) apply(event);
  };
  return (event: BoardEvent): void => {
    if (event.type === "alive") return;
    waiting.push(event);
    // A timer and not a frame: a hidden tab gets no frames and would hold events without end.
    timer ??= setTimeout(flush, 16);
  };
}

/** Opens the board's one stream for as long as the page is open. */
export function useLiveUpdates({ onTranscript, onAnnouncement }: Omit<LiveDeps, "client">): void {
  const client = useQueryClient();
  useEffect(() => {
    const push = perFrame((event) => applyEvent(event, { client, onTranscript, onAnnouncement }));
    const stream = openLiveStream({
      url: apiUrl(boardOperations.events, {}),
      lastEventId: positionOfPage(),
      onData: (data) => push(readEvent(data)),
      onState: (state) => applyState(client, state),
      // An ordinary read tells whether the sign-in ended, and then leads to a new one.
      onRefused: () => void callApi(boardOperations.counts, {}).catch(() => undefined),
    });
    addEventListener("online", stream.wake);
    return () => {
      removeEventListener("online", stream.wake);
      stream.close();
    };
  }, [client, onTranscript, onAnnouncement]);
}
