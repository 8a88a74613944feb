import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { transcriptOperations } from "../../../server/domains/transcripts/model.ts";
import { call } from "../../lib/client.ts";
import { liveKeys } from "../live/apply-event.ts";
import { dropWritten, useLive } from "../live/live.store.ts";
import {
  appendPage,
  decideCatchUp,
  prependPage,
  type TranscriptWindow,
  windowOf,
} from "./transcript-window.ts";

const pageLines = 300;
/** As many as the service gives at once. */
const mostLines = 1_000;

/** What the stream said of each transcript's length; more may be stored than was fetched. */
const announced = new Map<number, number>();

interface LineRange {
  from?: number;
  to?: number;
  limit?: number;
}

const fetchLines = (sessionId: number, range: LineRange, signal?: AbortSignal) =>
  call(
    transcriptOperations.getTimeline,
    { params: { id: String(sessionId) }, query: { limit: pageLines, ...range } },
    signal ? { signal } : {},
  );

const newest = async (sessionId: number, signal: AbortSignal): Promise<TranscriptWindow> =>
  windowOf(await fetchLines(sessionId, {}, signal));

/** Fetches from where the window ends until it holds all that is stored. */
async function catchUp(
  sessionId: number,
  held: TranscriptWindow,
  signal: AbortSignal,
): Promise<TranscriptWindow> {
  let window = held;
  for (;;) {
    const page = await fetchLines(sessionId, { from: window.to }, signal);
    if (decideCatchUp(window, page.line_count) === "reload") return newest(sessionId, signal);
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
  const held = client.getQueryData<TranscriptWindow>(liveKeys.transcript(sessionId));
  const window = held ? await catchUp(sessionId, held, signal) : await newest(sessionId, signal);
  useLive.setState((view) => dropWritten(view, sessionId));
  // Older lines may have come in while these were on their way.
  const now = client.getQueryData<TranscriptWindow>(liveKeys.transcript(sessionId));
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

/** Told by the stream; a transcript on the screen fetches at once, any other when it is next opened. */
export function noteTranscript(client: QueryClient, sessionId: number, lineCount: number): void {
  announced.set(sessionId, lineCount);
  void client.invalidateQueries({ queryKey: liveKeys.transcript(sessionId) }, { cancelRefetch: false });
}

/** The transcript's newest lines, growing at the end by itself and at the beginning when asked. */
export function useTranscript(sessionId: number) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: liveKeys.transcript(sessionId),
    queryFn: ({ signal }) => readTranscript(client, sessionId, signal),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
  const { data, isFetching, refetch } = query;
  const behind = data !== undefined && !isFetching && (announced.get(sessionId) ?? 0) > data.to;
  useEffect(() => {
    if (behind) void refetch();
  }, [behind, refetch]);
  return {
    window: data,
    error: query.error,
    loading: query.isPending,
    retry: () => void refetch(),
    ...useOlder(sessionId),
  };
}

export type OlderState = "idle" | "loading" | "failed";

function useOlder(sessionId: number) {
  const client = useQueryClient();
  const [older, setOlder] = useState<OlderState>("idle");

  /** Fetches earlier lines until the one with this number is held; one page of them without a number. */
  const loadOlder = useCallback(
    async (index?: number): Promise<void> => {
      const key = liveKeys.transcript(sessionId);
      const firstHeld = (): number => client.getQueryData<TranscriptWindow>(key)?.from ?? 0;
      const limit = index === undefined ? pageLines : mostLines;
      setOlder("loading");
      try {
        let from = firstHeld();
        const until = index ?? from - 1;
        while (from > 0 && from > until) {
          const page = await fetchLines(sessionId, { to: from, limit });
          client.setQueryData<TranscriptWindow>(key, (window) => window && prependPage(window, page));
          // A transcript that was replaced meanwhile holds no earlier lines for these to join.
          if (firstHeld() >= from) break;
          from = firstHeld();
        }
        setOlder("idle");
      } catch {
        // The button above the first entry says so and tries again.
        setOlder("failed");
      }
    },
    [client, sessionId],
  );
  return { loadOlder, older };
}
