import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import type { Whitespace } from "../../../server/domains/review/changes/model.ts";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { turnsQuery } from "../turn-history/api.ts";
import { changeKeys, listChanges, readDiff, type WantedDiff } from "./api.ts";
import { useDiffLook } from "./use-diff-look.ts";
import { lastEnded } from "./view-model.ts";

/** What a session changed, and the last turn that had ended before the request. */
export const changesQuery = (client: QueryClient, sessionId: number, whitespace: Whitespace) =>
  queryOptions({
    queryKey: changeKeys.list(sessionId, whitespace),
    queryFn: async ({ signal }) => {
      const { turns } = await client.query(turnsQuery(sessionId));
      return { changes: await listChanges(sessionId, whitespace, { signal }), turn: lastEnded(turns) };
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: "always",
    placeholderData: keepPreviousData,
  });

/** What the session changed, loaded whenever the page opens and on request. */
export function useChanges(session: Session) {
  const { whitespace } = useDiffLook();
  const client = useQueryClient();
  const query = useQuery(changesQuery(client, session.id, whitespace));
  const { data: history } = useQuery(turnsQuery(session.id));
  return {
    changes: query.data?.changes,
    error: query.error,
    loading: query.isPending,
    reloading: query.isFetching,
    /** A turn ended after the request, so the changes may be out of date. */
    stale: query.data !== undefined && history !== undefined && lastEnded(history.turns) !== query.data.turn,
    /** Reloads the list and the open files. */
    reload: (): void => void client.invalidateQueries({ queryKey: changeKeys.all(session.id) }),
  };
}

/** One read when the page opens is enough for what it draws. */
const freshMs = 5_000;

/** The diff of one file, as far as it was asked for. */
export const fileDiffQuery = (of: WantedDiff) =>
  infiniteQueryOptions({
    queryKey: changeKeys.file(of),
    queryFn: ({ signal, pageParam: offset }) => readDiff({ ...of, offset }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ next_offset }) => next_offset,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: ({ state }) => (Date.now() - state.dataUpdatedAt > freshMs ? "always" : false),
  });

/** The previous diff stays while it reloads. */
export const useFileDiff = (of: WantedDiff) =>
  useInfiniteQuery({
    ...fileDiffQuery(of),
    select: ({ pages }) => pages.map(({ diff }) => diff).join(""),
    placeholderData: keepPreviousData,
  });
