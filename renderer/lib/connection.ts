import { create } from "zustand";
import { isKeptPage } from "./service-worker.ts";
import { text } from "./text.ts";

export interface Connection {
  /** `back` for a few seconds after `away`. */
  state: "ok" | "away" | "back";
  /** When the service last answered or sent something, in epoch ms: what is shown is as of then. Null if that is unknown. */
  currentAt: number | null;
  /** Whether stored answers were shown, which have to be read again. */
  showsStored: boolean;
}

/** A page that the service worker kept was opened because the service is away. */
export const useConnection = create<Connection>()(() => ({
  state: isKeptPage() ? "away" : "ok",
  currentAt: isKeptPage() ? null : Date.now(),
  showsStored: isKeptPage(),
}));

/** Whether the service is known to be away; requests then fail at once. */
export const isAway = (): boolean => useConnection.getState().state === "away";
/** Why what needs the service cannot be done now, or null. */
export const useAwayReason = (): string | null =>
  useConnection(({ state }) => (state === "away" ? text.errors.away : null));

/** How long a request may go without an answer before it is checked whether the service is there at all. */
const patience = { there: 3_000, away: 1_000 };
const probeMs = { there: 3_000, away: 1_500 };
const againMs = 1_000;
const backMs = 6_000;

async function answersNow(): Promise<boolean> {
  try {
    const limit = isAway() ? probeMs.away : probeMs.there;
    const response = await fetch("/up", { cache: "no-store", signal: AbortSignal.timeout(limit) });
    return response.ok;
  } catch {
    return false;
  }
}

const backListeners = new Set<() => void>();

/** Calls the listener each time the service is back. */
export function onBack(listener: () => void): () => void {
  backListeners.add(listener);
  return () => void backListeners.delete(listener);
}

let pendingCheck: Promise<boolean> | null = null;
let nextCheck: ReturnType<typeof setTimeout> | undefined;

/** Asks the service whether it is there; while it is away, asks again every second. */
export function checkConnection(): Promise<boolean> {
  clearTimeout(nextCheck);
  pendingCheck ??= answersNow().then((isThere) => {
    pendingCheck = null;
    if (isThere) noteBack();
    else {
      useConnection.setState({ state: "away" });
      nextCheck = setTimeout(() => void checkConnection(), againMs);
    }
    return isThere;
  });
  return pendingCheck;
}

function noteBack(): void {
  if (!isAway()) return;
  clearTimeout(nextCheck);
  useConnection.setState({ state: "back", currentAt: Date.now() });
  setTimeout(() => {
    useConnection.setState((now) => (now.state === "back" ? { ...now, state: "ok" } : now));
  }, backMs);
  for (const listener of backListeners) listener();
}

/** The service sent something, so what is shown is current. */
export function noteContact(): void {
  if (isAway()) noteBack();
  else useConnection.setState({ currentAt: Date.now() });
}

/** An answer that an earlier page stored is shown. The page is as old as the oldest one. */
export function noteStoredAnswer(at: number): void {
  useConnection.setState(({ currentAt }) => ({
    currentAt: Math.min(currentAt ?? at, at),
    showsStored: true,
  }));
}

/** Returns whether stored answers were shown since the last call. */
export function takeShowsStored(): boolean {
  const { showsStored } = useConnection.getState();
  if (showsStored) useConnection.setState({ showsStored: false });
  return showsStored;
}

class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

/** Limits how long a request waits for a service that is away; while the service answers, a slow request goes on. */
export async function withinReach<T>(
  request: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  const control = new AbortController();
  const stop = (): void => control.abort(signal?.reason);
  if (signal?.aborted) stop();
  signal?.addEventListener("abort", stop, { once: true });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = (): void => {
    timer = setTimeout(
      async () => {
        if (await checkConnection()) watch();
        else control.abort(new NoAnswer());
      },
      isAway() ? patience.away : patience.there,
    );
  };
  watch();
  try {
    return await request(control.signal);
  } finally {
    clearTimeout(timer);
    timer = undefined;
    signal?.removeEventListener("abort", stop);
  }
}
