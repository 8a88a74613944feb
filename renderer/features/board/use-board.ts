import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Session, SessionList } from "../../../server/domains/sessions/model.ts";
import { useDebounced } from "../../lib/use-debounced.ts";
import { listArchivedSessions, listOpenSessions, searchSessions } from "../sessions/api.ts";
import { liveSessions } from "../sessions/live-sessions.ts";
import { type OpenSessions, sessionKeys } from "../sessions/session-cache.ts";
import { isOpen, settleList } from "../sessions/session-lists.ts";
import { useBoardView } from "./board.store.ts";
import { groupSessions, ofRuntime } from "./view-model.ts";

async function fetchOpen(signal: AbortSignal): Promise<OpenSessions> {
  const since = liveSessions.mark();
  const list = await listOpenSessions({ signal });
  return {
    sessions: settleList(list.sessions, since, liveSessions).filter(isOpen),
    truncated: list.truncated === true,
  };
}

export const useOpenSessions = () =>
  useQuery({
    queryKey: sessionKeys.open,
    queryFn: ({ signal }) => fetchOpen(signal),
    staleTime: Number.POSITIVE_INFINITY,
  });

async function fetchArchived(page: number, signal: AbortSignal): Promise<SessionList> {
  const since = liveSessions.mark();
  const list = await listArchivedSessions(page, { signal });
  return { ...list, sessions: list.sessions.flatMap((session) => liveSessions.newest(session, since) ?? []) };
}

const useArchived = (enabled: boolean) =>
  useInfiniteQuery({
    queryKey: sessionKeys.archived,
    queryFn: ({ pageParam, signal }) => fetchArchived(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ pagination: { page, total_pages } }) =>
      page < (total_pages ?? 0) ? page + 1 : undefined,
    enabled,
  });

async function fetchSearch(
  search: { q: string; showArchived: boolean },
  signal: AbortSignal,
): Promise<readonly Session[]> {
  const since = liveSessions.mark();
  const list = await searchSessions(search, { signal });
  return list.sessions.flatMap((session) => liveSessions.newest(session, since) ?? []);
}

const useSearch = (search: { q: string; showArchived: boolean }) =>
  useQuery({
    queryKey: sessionKeys.search(search),
    queryFn: ({ signal }) => fetchSearch(search, signal),
    enabled: search.q !== "",
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

const settleMs = 200;

const none: readonly Session[] = [];

/** What the board shows under the filters that are set. */
export function useBoard() {
  const { runtime, showArchived, search } = useBoardView();
  const q = useDebounced(search.trim(), settleMs);
  const searching = q !== "" && search.trim() !== "";
  const open = useOpenSessions();
  const archived = useArchived(showArchived && !searching);
  const found = useSearch({ q, showArchived });
  const main = searching ? found : open;

  const sessions = useMemo(() => {
    if (searching) return found.data ?? none;
    const archive = showArchived ? (archived.data?.pages.flatMap((page) => page.sessions) ?? []) : [];
    return [...(open.data?.sessions ?? none), ...archive];
  }, [searching, found.data, open.data, archived.data, showArchived]);

  return {
    sessions,
    groups: useMemo(() => groupSessions(ofRuntime(sessions, runtime)), [sessions, runtime]),
    error: main.error ?? (showArchived && !searching ? archived.error : null),
    loading: main.isPending,
    refresh: () => void main.refetch(),
    truncated: !searching && open.data?.truncated === true,
    more: archived.hasNextPage && !searching ? () => void archived.fetchNextPage() : undefined,
  };
}
