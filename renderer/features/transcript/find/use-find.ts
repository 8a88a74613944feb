import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import {
  type TimelineMatches,
  transcriptOperations,
} from "../../../../server/domains/transcripts/transcripts/model.ts";
import { callApi } from "../../../lib/client.ts";
import { useDebounced } from "../../../lib/use-debounced.ts";
import { type EntryKind, searchedTypes } from "../entry-kinds.ts";
import { type Step, steppedTo } from "./find.ts";

interface Searched {
  sessionId: number;
  kinds: readonly EntryKind[];
  /** The current number of lines. */
  lineCount: number;
  onFound(line: number): void;
  /** It is loaded, and none of its entries is shown. */
  hides(line: number): boolean;
}

/** Longer than the time between two keystrokes. */
const typingMs = 150;

/** The matching lines of the whole transcript; after it has grown, only its new lines are searched. */
function useMatches({ sessionId, kinds, lineCount }: Searched, text: string) {
  const client = useQueryClient();
  const types = searchedTypes(new Set(kinds));
  const queryKey = ["transcript-search", sessionId, types, text.toLowerCase()] as const;
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }): Promise<TimelineMatches> => {
      const before = client.getQueryData<TimelineMatches>(queryKey);
      const query = { text, types, from: before?.line_count ?? 0 };
      const params = { id: String(sessionId) };
      const found = await callApi(transcriptOperations.searchTimeline, { params, query }, { signal });
      return before ? { ...found, lines: [...before.lines, ...found.lines] } : found;
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
  /** The current match. */
  line: number | null;
  /** Counts the steps, because a step can lead to the same line. */
  moves: number;
  /** The last step. */
  step: Step;
}

/** Finds a text in the whole transcript, from the newest line back, loaded or not. */
export function useFind(searched: Searched) {
  const { onFound, hides } = searched;
  const [query, setQuery] = useState("");
  const [place, setPlace] = useState<Place>(start);
  /** A step requested before the matches were loaded. */
  const [owed, setOwed] = useState<Step | null>(null);
  const text = useDebounced(query, typingMs);
  const { data, isFetching, isError } = useMatches(searched, text);
  const matching = text.trim() === "" ? none : (data?.lines ?? none);
  const lines = useMemo(() => matching.filter((line) => !hides(line)), [matching, hides]);
  const searching = query !== text || (isFetching && data === undefined);

  const move = (step: Step): void => setOwed(step);
  // Only once its lines are loaded is it known that nothing is shown of a match.
  if (owed === null && place.line !== null && hides(place.line)) {
    if (lines.length > 0) setOwed(place.step);
    else setPlace(start);
  }
  // Only this state changes here; the list moves after the render.
  if (owed !== null && !searching) {
    setOwed(null);
    setPlace({ line: steppedTo(lines, place.line, owed), moves: place.moves + 1, step: owed });
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

const start: Place = { line: null, moves: 0, step: -1 };
const none: readonly number[] = [];

export type Find = ReturnType<typeof useFind>;
