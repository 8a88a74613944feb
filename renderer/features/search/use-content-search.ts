import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { SessionsFound } from "../../../server/domains/sessions/sessions/model.ts";
import { contentPageSize, searchContents } from "../sessions/api.ts";
import { liveSessions } from "../sessions/live-sessions.ts";
import { sessionKeys } from "../sessions/session-cache.ts";
import type { SessionFilter } from "../sessions/session-filter.ts";
import { scanOf, scanState } from "./scan.ts";

interface Search {
  q: string;
  filter: SessionFilter;
}

async function fetchContents(
  search: Search,
  { cursor, signal }: { cursor: string | null; signal: AbortSignal },
): Promise<SessionsFound> {
  const since = liveSessions.mark();
  const found = await searchContents({ ...search, cursor }, { signal });
  return {
    ...found,
    sessions: found.sessions.flatMap((session) => liveSessions.newest(session, since) ?? []),
  };
}

const initial = { wanted: contentPageSize, stopped: false };

/**
 * Searches transcripts, request after request, until a page of sessions is found, all were searched, or a person stops
 * it. `resume` continues the search, with a further page if this one is full.
 */
export function useContentSearch(search: Search, enabled: boolean) {
  const client = useQueryClient();
  const queryKey = sessionKeys.contents(search);
  const key = JSON.stringify(queryKey);
  const [stored, setStored] = useState({ key, ...initial });
  const request = stored.key === key ? stored : { key, ...initial };

  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchContents(search, { cursor: pageParam, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: SessionsFound) => page.content_scan?.next_cursor ?? undefined,
    enabled: enabled && !request.stopped,
  });
  const scan = scanOf(query.data?.pages ?? []);
  const state = scanState(scan, { ...request, failed: query.isError });
  const { fetchNextPage, refetch, hasNextPage, isFetching } = query;

  const isDue = enabled && state === "running" && hasNextPage && !isFetching;
  useEffect(() => {
    if (isDue) void fetchNextPage();
  }, [isDue, fetchNextPage]);

  return {
    query,
    scan,
    state,
    stop(): void {
      setStored({ ...request, stopped: true });
      void client.cancelQueries({ queryKey });
    },
    resume(): void {
      const wanted = state === "full" ? scan.found + contentPageSize : request.wanted;
      setStored({ key, wanted, stopped: false });
      if (state === "failed") void (query.data ? fetchNextPage() : refetch());
    },
  };
}

export type ContentSearch = ReturnType<typeof useContentSearch>;
