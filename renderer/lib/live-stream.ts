import { doubtSignature, ticketsReady, withPageTicket } from "./page-signer.ts";
import { reconnectDelayMs } from "./reconnect-delay.ts";

export type StreamState = "connecting" | "open" | "down";

/** The part of EventSource that is used, so that a test can replace it. */
export interface Source {
  readyState: number;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string; lastEventId: string }) => void) | null;
  onerror: (() => void) | null;
  close(): void;
}

const closed = 2;
/** The service sends something every 20 s. After a sleep or network change, a dead connection looks idle. */
const idleTimeoutMs = 50_000;

const streamUrl = (url: string, lastEventId: string | null): string =>
  lastEventId === null ? url : `${url}?last_event_id=${encodeURIComponent(lastEventId)}`;

interface StreamOptions {
  url: string;
  /** Where the first connection resumes; null starts with new events. */
  lastEventId?: string | null;
  onData(data: string): void;
  onState(state: StreamState): void;
  /** The service refused the stream; EventSource does not report why. */
  onRefused?(): void;
  /** For tests. */
  connect?(url: string): Source;
  random?(): number;
}

/** An EventSource, once there is a ticket for it. */
function browserSource(url: string): Source {
  let stream: EventSource | undefined;
  let ended = false;
  const source: Source = {
    readyState: 0,
    onopen: null,
    onmessage: null,
    onerror: null,
    close(): void {
      ended = true;
      stream?.close();
    },
  };
  void ticketsReady().then(() => {
    if (ended) return;
    const opened = new EventSource(withPageTicket(url));
    stream = opened;
    opened.onopen = () => source.onopen?.();
    opened.onmessage = ({ data, lastEventId }: MessageEvent<string>) =>
      source.onmessage?.({ data, lastEventId });
    opened.onerror = () => {
      source.readyState = opened.readyState;
      source.onerror?.();
    };
  });
  return source;
}

/**
 * Keeps one stream open while the board is open. If it drops, or is silent for too long, this reopens it from the last event
 * with a new ticket; the browser would only repeat the old one. `wake` retries immediately.
 */
export function openLiveStream(options: StreamOptions): { wake(): void; close(): void } {
  const { url, onData, onState, connect = browserSource, random = Math.random } = options;
  let source: Source | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;
  let lastEventId = options.lastEventId ?? null;
  let attempt = 0;
  let ended = false;
  /** It is reopened after a while. */
  let isDropped = false;

  function resetSilenceTimer(): void {
    clearTimeout(idleTimer);
    idleTimer = setTimeout(() => {
      onState("down");
      open();
    }, idleTimeoutMs);
  }

  function open(): void {
    clearTimeout(idleTimer);
    clearTimeout(timer);
    timer = undefined;
    source?.close();
    const opened = connect(streamUrl(url, lastEventId));
    source = opened;
    opened.onopen = () => {
      attempt = 0;
      isDropped = false;
      resetSilenceTimer();
      onState("open");
    };
    opened.onmessage = (event) => {
      resetSilenceTimer();
      if (event.lastEventId !== "") lastEventId = event.lastEventId;
      onData(event.data);
    };
    opened.onerror = () => {
      if (ended) return;
      clearTimeout(idleTimer);
      isDropped = true;
      opened.close();
      doubtSignature();
      onState("down");
      if (opened.readyState === closed) options.onRefused?.();
      reopenLater();
    };
  }

  function reopenLater(): void {
    timer ??= setTimeout(open, reconnectDelayMs(attempt, random()));
    attempt += 1;
  }

  onState("connecting");
  open();
  return {
    wake(): void {
      if (!ended && (isDropped || timer !== undefined)) open();
    },
    close(): void {
      ended = true;
      clearTimeout(idleTimer);
      clearTimeout(timer);
      source?.close();
    },
  };
}
