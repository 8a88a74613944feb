import { reconnectDelayMs } from "./reconnect-delay.ts";

export type StreamState = "connecting" | "open" | "down";

/** The part of EventSource that is used, so that a test can stand in for the browser. */
export interface Source {
  readonly readyState: number;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string; lastEventId: string }) => void) | null;
  onerror: (() => void) | null;
  close(): void;
}

const closed = 2;
/** The service says something every 20 s. After a sleep or a change of network a dead connection looks like an idle one. */
const idleTimeoutMs = 50_000;

const streamUrl = (url: string, lastEventId: string | null): string =>
  lastEventId === null ? url : `${url}?last_event_id=${encodeURIComponent(lastEventId)}`;

interface StreamOptions {
  url: string;
  /** What the first connection goes on from; null = from now on. */
  lastEventId?: string | null;
  onData(data: string): void;
  onState(state: StreamState): void;
  /** The service answered with no stream; the source cannot tell why. */
  onRefused?(): void;
  /** For tests. */
  connect?(url: string): Source;
  random?(): number;
}

const browserSource = (url: string): Source => new EventSource(url) as unknown as Source;

/**
 * Keeps one stream open for as long as the board is. The browser resumes by itself after a dropped connection;
 * when it gives up, or nothing is heard for long, this opens the stream anew from the last event seen. `wake` tries at once.
 */
export function openLiveStream(options: StreamOptions): { wake(): void; close(): void } {
  const { url, onData, onState, connect = browserSource, random = Math.random } = options;
  let source: Source | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;
  let lastEventId = options.lastEventId ?? null;
  let attempt = 0;
  let ended = false;

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
      onState("down");
      if (opened.readyState !== closed) return;
      options.onRefused?.();
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
      if (timer !== undefined) open();
    },
    close(): void {
      ended = true;
      clearTimeout(idleTimer);
      clearTimeout(timer);
      source?.close();
    },
  };
}
