import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { transcriptOperations } from "../../../server/domains/transcripts/transcripts/model.ts";
import { callApi } from "../../lib/client.ts";
import { toastError } from "../../ui/toasts.ts";
import { liveKeys } from "../live/apply-event.ts";
import { dropStored, useLive } from "../live/live.store.ts";
import { text } from "./text.ts";
import {
  appendPage,
  decideCatchUp,
  prependPage,
  type TranscriptWindow,
  windowOf,
} from "./transcript-window.ts";

/** Fills a tall screen; earlier lines are loaded when a person scrolls up. */
const firstLines = 100;
const pageLines = 300;

/** The length of each transcript as the stream reported it; more may be stored than was loaded. */
const announced = new Map<number, number>();

interface LineRange {
  from?: number;
  to?: number;
  limit?: number;
}

const fetchLines = (sessionId: number, range: LineRange, signal?: AbortSignal) =>
  callApi(
    transcriptOperations.getTimeline,
    { params: { id: String(sessionId) }, query: { limit: pageLines, ...range } },
    signal ? { signal } : {},
  );

const newest = async (sessionId: number, signal: AbortSignal): Promise<TranscriptWindow> =>
  windowOf(await fetchLines(sessionId, { limit: firstLines }, signal));

/** Loads from the end of the window until it has everything that is stored. */
async function catchUp(
  sessionId: number,
  start: TranscriptWindow,
  signal: AbortSignal,
): Promise<TranscriptWindow> {
  let window = start;
  for (;;) {
    const page = await fetchLines(sessionId, { from: window.to }, signal);
    const verdict = decideCatchUp(window, page.line_count);
    if (verdict === "reload") return newest(sessionId, signal);
    if (window.detached) return { ...window, lineCount: page.line_count };
    const grown = appendPage(window, page);
    if (grown === window || grown.to >= grown.lineCount) return grown;
    window = grown;
  }
}

async function readTranscript(
  client: QueryClient,
  sessionId: number,
  signal: AbortSignal,
): Promise<TranscriptWindow> {
  const loaded = client.getQueryData<TranscriptWindow>(liveKeys.transcript(sessionId));
  const window = loaded ? await catchUp(sessionId, loaded, signal) : await newest(sessionId, signal);
  useLive.setState((view) => dropStored(view, sessionId));
  const now = client.getQueryData<TranscriptWindow>(liveKeys.transcript(sessionId));
  // The reader went to other lines while these were loading.
  if (now && loaded && now.generation !== loaded.generation) return { ...now, lineCount: window.lineCount };
  // Older lines may have been added while these were loading.
  return now && now.from < window.from && now.to <= window.to ? rejoin(now, window) : window;
}

function rejoin(older: TranscriptWindow, newer: TranscriptWindow): TranscriptWindow {
  if (older.to < newer.from) return newer;
  return {
    ...newer,
    from: older.from,
    entries: [...older.entries.filter(({ index }) => index < newer.from), ...newer.entries],
  };
}

/** Called by the stream. A transcript that is shown loads at once, any other when it is next opened. */
export function noteTranscript(client: QueryClient, sessionId: number, lineCount: number): void {
  announced.set(sessionId, lineCount);
  void client.invalidateQueries({ queryKey: liveKeys.transcript(sessionId) });
}

export const transcriptQuery = (client: QueryClient, sessionId: number) =>
  queryOptions({
    queryKey: liveKeys.transcript(sessionId),
    queryFn: ({ signal }) => readTranscript(client, sessionId, signal),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });

/** The newest lines of the transcript. New lines are added at the end; earlier ones on request. */
export function useTranscript(sessionId: number) {
  const client = useQueryClient();
  const query = useQuery(transcriptQuery(client, sessionId));
  const { data, isFetching, refetch } = query;
  const known = data?.detached ? data.lineCount : data?.to;
  const behind = known !== undefined && !isFetching && (announced.get(sessionId) ?? 0) > known;
  useEffect(() => {
    if (behind) void refetch();
  }, [behind, refetch]);
  return {
    window: data,
    error: query.error,
    loading: query.isPending,
    retry: () => void refetch(),
    ...useOlder(sessionId),
    ...usePlaces(sessionId),
  };
}

export type OlderState = "idle" | "loading" | "failed";

function useOlder(sessionId: number) {
  const client = useQueryClient();
  const [older, setOlder] = useState<OlderState>("idle");

  const loadOlder = useCallback(async (): Promise<void> => {
    const key = liveKeys.transcript(sessionId);
    const from = client.getQueryData<TranscriptWindow>(key)?.from ?? 0;
    if (from === 0) return;
    setOlder("loading");
    try {
      const page = await fetchLines(sessionId, { to: from });
      // The transcript was replaced meanwhile, so these lines no longer fit.
      client.setQueryData<TranscriptWindow>(key, (window) => window && prependPage(window, page));
      setOlder("idle");
    } catch {
      // The button above the first entry shows the failure and tries again.
      setOlder("failed");
    }
  }, [client, sessionId]);
  return { loadOlder, older };
}

/** Lines loaded on either side of the target line. */
const around = 100;

/** Goes to any line of the transcript, loads onwards from there, and returns to the end. */
function usePlaces(sessionId: number) {
  const client = useQueryClient();
  const [going, setGoing] = useState(false);
  const wanted = useRef<LineRange>(null);

  const replace = useCallback(
    async (range: LineRange): Promise<void> => {
      wanted.current = range;
      // A reader who has moved on is not taken back to these.
      const isWanted = (): boolean => wanted.current === range;
      setGoing(true);
      try {
        const page = await fetchLines(sessionId, range);
        if (isWanted()) client.setQueryData<TranscriptWindow>(liveKeys.transcript(sessionId), windowOf(page));
      } catch {
        if (isWanted()) toastError(text.linesFailed, text.linesFailedHint);
      } finally {
        if (isWanted()) setGoing(false);
      }
    },
    [client, sessionId],
  );

  /** Replaces the window with the lines around this one. */
  const loadAround = useCallback(
    (line: number) => replace({ from: Math.max(line - around, 0), limit: 2 * around }),
    [replace],
  );
  const loadNewest = useCallback(() => replace({ limit: firstLines }), [replace]);

  /** Loads the lines after the window, for a reader who is far back. */
  const loadNewer = useCallback(async (): Promise<void> => {
    const key = liveKeys.transcript(sessionId);
    const loaded = client.getQueryData<TranscriptWindow>(key);
    if (!loaded?.detached) return;
    // If this fails, scrolling on tries again.
    const page = await fetchLines(sessionId, { from: loaded.to }).catch(() => null);
    if (page) client.setQueryData<TranscriptWindow>(key, (window) => window && appendPage(window, page));
  }, [client, sessionId]);

  return { going, loadAround, loadNewest, loadNewer };
}
