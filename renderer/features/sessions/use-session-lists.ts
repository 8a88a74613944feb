import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { needingPerson } from "../../../server/domains/sessions/attention/model.ts";
import type { Attention, Session, SessionList } from "../../../server/domains/sessions/sessions/model.ts";
import { useMinute } from "../../lib/time.ts";
import { listSessions, searchSessions } from "./api.ts";
import { liveSessions } from "./live-sessions.ts";
import { sessionKeys } from "./session-cache.ts";
import { belongsTo, type SessionFilter, wholeBoard } from "./session-filter.ts";
import { reconcileList } from "./session-lists.ts";

interface PageRequest {
  page: number;
  signal: AbortSignal;
}

async function fetchList(filter: SessionFilter, { page, signal }: PageRequest): Promise<SessionList> {
  const since = liveSessions.mark();
  const list = await listSessions(filter, page, { signal });
  const settled =
    page === 1
      ? reconcileList(list.sessions, since, liveSessions)
      : list.sessions.flatMap((session) => liveSessions.newest(session, since) ?? []);
  return { ...list, sessions: settled.filter((session) => belongsTo(filter, session)) };
}

async function fetchMatches(
  search: { q: string; filter: SessionFilter },
  { page, signal }: PageRequest,
): Promise<SessionList> {
  const since = liveSessions.mark();
  const list = await searchSessions({ ...search, page }, { signal });
  return { ...list, sessions: list.sessions.flatMap((session) => liveSessions.newest(session, since) ?? []) };
}

const paged = {
  initialPageParam: 1,
  getNextPageParam: ({ pagination: { page, total_pages } }: SessionList) =>
    page < (total_pages ?? 0) ? page + 1 : undefined,
};

/** Sessions as the service lists them; the live stream keeps them up to date. */
export const useSessionList = (filter: SessionFilter, enabled = true) =>
  useInfiniteQuery({
    ...paged,
    queryKey: sessionKeys.list(filter),
    queryFn: ({ pageParam, signal }) => fetchList(filter, { page: pageParam, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    enabled,
  });

export const useTitleSearch = (search: { q: string; filter: SessionFilter }, enabled: boolean) =>
  useInfiniteQuery({
    ...paged,
    queryKey: sessionKeys.search(search),
    queryFn: ({ pageParam, signal }) => fetchMatches(search, { page: pageParam, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    enabled,
  });

/** Every open session, up to the length of one list; null until it has loaded. */
export const useKnownSessions = () => useSessionList(wholeBoard).data?.pages[0]?.sessions ?? null;

const none: readonly Session[] = [];

/** The same, and an empty list until it has loaded. */
export const useOpenSessions = (): readonly Session[] => useKnownSessions() ?? none;

/** What the open sessions wait for, by their ids, for lists that know only the status of a session. */
export function useAttentions(): ReadonlyMap<number, Attention> {
  const { data } = useSessionList(wholeBoard);
  return useMemo(
    () =>
      new Map(
        data?.pages[0]?.sessions.flatMap(({ id, attention }) =>
          attention === null ? [] : [[id, attention] as const],
        ),
      ),
    [data],
  );
}

/** The sessions that need a person, the most urgent first. */
export function useNeedingPerson(): readonly Session[] {
  const now = useMinute();
  const open = useOpenSessions();
  return useMemo(() => needingPerson(open, now), [open, now]);
}

/** How many sessions need a person. */
export const useNeedsYouCount = (): number => useNeedingPerson().length;
