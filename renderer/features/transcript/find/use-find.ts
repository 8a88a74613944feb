import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import {
  type TimelineMatches,
  transcriptOperations,
} from "../../../../server/domains/transcripts/transcripts/model.ts";
import { callApi } from "../../../lib/client.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { type EntryKind, searchedTypes } from "../kinds.ts";
import { type Step, steppedTo } from "./find.ts";

interface Searched {
  sessionId: number;
  kinds: readonly EntryKind[];
  /** Lines there are by now. */
  lineCount: number;
  onFound(line: number): void;
}

/** Longer than between two strokes of a key. */
const typingMs = 150;

/** The lines that say it, over the whole transcript; of one that has grown only the new lines are searched. */
function useMatches({ sessionId, kinds, lineCount }: Searched, text: string) {
  const client = useQueryClient();
  const types = searchedTypes(new Set(kinds));
  const queryKey = ["transcript-search", sessionId, types, text.toLowerCase()] as const;
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<TimelineMatches> => {
      const held = client.getQueryData<TimelineMatches>(queryKey);
      const query = { text, types, from: held?.line_count ?? 0 };
      const params = { id: String(sessionId) };
      const found = await callApi(transcriptOperations.searchTimeline, { params, query }, { signal });
      return held ? { ...found, lines: [...held.lines, ...found.lines] } : found;
    },
    enabled: text.trim() !== "",
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const { data, isFetching, refetch } = query;
  const behind = data !== undefined && !data.truncated && !isFetching && data.line_count < lineCount;
  useEffect(() => {
    if (behind) void refetch();
  }, [behind, refetch]);
  return query;
}

interface Place {
  /** The line that is looked at. */
  line: number | null;
  /** Counts the steps, as one may lead to where it came from. */
  moves: number;
}

/** Finds a text in the transcript, from the newest line back, however much of it is loaded. */
export function useFind(searched: Searched) {
  const { onFound } = searched;
  const [query, setQuery] = useState("");
  const [place, setPlace] = useState<Place>(start);
  /** A step that was asked for before the lines were known. */
  const [owed, setOwed] = useState<Step | null>(null);
  const text = useDebounced(query, typingMs);
  const { data, isFetching, isError } = useMatches(searched, text);
  const lines = text.trim() === "" ? none : (data?.lines ?? none);
  const searching = query !== text || (isFetching && data === undefined);

  const move = (step: Step): void => setOwed(step);
  // Only what is kept here changes at once; the list goes there once this is drawn.
  if (owed !== null && !searching) {
    setOwed(null);
    setPlace({ line: steppedTo(lines, place.line, owed), moves: place.moves + 1 });
  }
  useEffect(() => {
    if (place.line !== null && place.moves > 0) onFound(place.line);
  }, [place, onFound]);

  const ask = (wanted: string): void => {
    setQuery(wanted);
    setPlace(start);
    setOwed(null);
  };
  return {
    query,
    text,
    ask,
    move,
    lines,
    current: place.line,
    searching,
    failed: isError,
    truncated: data?.truncated ?? false,
  };
}

const start: Place = { line: null, moves: 0 };
const none: readonly number[] = [];

export type Find = ReturnType<typeof useFind>;
