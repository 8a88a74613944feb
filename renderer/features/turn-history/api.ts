import { queryOptions, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { sessionStateOperations } from "../../../server/domains/sessions/states/model.ts";
import { turnOperations } from "../../../server/domains/turns/turns/model.ts";
import { callApi } from "../../lib/client.ts";
import { liveKeys } from "../live/apply-event.ts";

/** The turns of a session, newest first; reloaded when an event reports a change of the session. */
export const turnsQuery = (sessionId: number) =>
  queryOptions({
    queryKey: liveKeys.turns(sessionId),
    queryFn: ({ signal }) =>
      callApi(turnOperations.listTurns, { params: { id: String(sessionId) } }, { signal }),
  });

export const useTurns = (sessionId: number) =>
  useQuery({ ...turnsQuery(sessionId), select: ({ turns }) => turns });

/** The states that a session has been in, newest first; reloaded when an event reports a change of the session. */
export const useStates = (sessionId: number) =>
  useInfiniteQuery({
    queryKey: liveKeys.states(sessionId),
    queryFn: ({ pageParam, signal }) =>
      callApi(
        sessionStateOperations.listSessionStates,
        { params: { id: String(sessionId) }, query: { limit: 50, before: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next_before }) => next_before ?? undefined,
  });
