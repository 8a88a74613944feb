import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import {
  type BoardEvent,
  boardEvent,
  boardOperations,
} from "../../../server/domains/surfaces/board/model.ts";
import { apiUrl, callApi } from "../../lib/client.ts";
import {
  type Connection,
  checkConnection,
  noteContact,
  onBack,
  useConnection,
} from "../../lib/connection.ts";
import { noteUpdate } from "../../lib/lazy-component.ts";
import { openLiveStream } from "../../lib/live-stream.ts";
import { writeStoredAnswers } from "../../lib/stored-answers.ts";
import { storeShown } from "../sessions/store-shown.ts";
import {
  applyEvent,
  applyState,
  type BoardChange,
  type LiveDeps,
  refetchAfterOutage,
} from "./apply-event.ts";

function readEvent(data: string): BoardEvent {
  const value: unknown = JSON.parse(data);
  return import.meta.env.DEV ? boardEvent.parse(value) : (value as BoardEvent);
}

/** The position of the stream when the service sent this page, before any data was fetched. */
const positionOfPage = (): string | null =>
  document.querySelector<HTMLMetaElement>('meta[name="last-event-id"]')?.content ?? null;

/** Applies events in batches, so that many of them cause one render. */
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
    // A timer, because a hidden tab gets no animation frames and would keep events forever.
    timer ??= setTimeout(flush, 16);
  };
}

/** Keeps what is on the screen for a reload, when the service is away or the page closes. */
function storeBeforeReload(client: QueryClient): () => void {
  const store = ({ state, currentAt }: Connection): void => {
    if (state !== "back" && currentAt !== null) storeShown(client, currentAt);
  };
  const stopWatching = useConnection.subscribe((now, before) => {
    if (now.state === "away" && before.state !== "away") store(now);
  });
  const onHide = (): void => {
    store(useConnection.getState());
    writeStoredAnswers();
  };
  addEventListener("pagehide", onHide);
  return () => {
    stopWatching();
    removeEventListener("pagehide", onHide);
  };
}

/** Opens the event stream for as long as the page is open. */
export function useLiveUpdates({ onTranscript, onAnnouncement }: Omit<LiveDeps, "client">): void {
  const client = useQueryClient();
  useEffect(() => {
    const push = perFrame((event) => applyEvent(event, { client, onTranscript, onAnnouncement }));
    const stream = openLiveStream({
      url: apiUrl(boardOperations.events, {}),
      lastEventId: positionOfPage(),
      onData: (data) => {
        noteContact();
        push(readEvent(data));
      },
      onState: (state) => {
        if (state === "down") void checkConnection();
        applyState(client, state);
      },
      // A normal request finds out whether the sign-in expired, and then leads to a new one.
      onRefused: () => void callApi(boardOperations.counts, {}).catch(() => undefined),
    });
    addEventListener("online", stream.wake);
    const stopWaking = onBack(() => {
      stream.wake();
      refetchAfterOutage(client);
      void noteUpdate();
    });
    const stopStoring = storeBeforeReload(client);
    return () => {
      stopWaking();
      stopStoring();
      removeEventListener("online", stream.wake);
      stream.close();
    };
  }, [client, onTranscript, onAnnouncement]);
}
