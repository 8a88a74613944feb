import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { sessionStateOperations } from "../../../server/domains/session-states/model.ts";
import type { Session } from "../../../server/domains/sessions/model.ts";
import { call } from "../../lib/client.ts";

/** The states a session has been in, newest first; asked for anew when the session has moved on. */
export function useStates({ id, status, updated_at, job_id, running_job_id }: Session) {
  const query = useInfiniteQuery({
    queryKey: ["states", id],
    queryFn: ({ pageParam, signal }) =>
      call(
        sessionStateOperations.listSessionStates,
        { params: { id: String(id) }, query: { limit: 50, before: pageParam } },
        { signal },
      ),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next_before }) => next_before ?? undefined,
    refetchOnMount: "always",
  });
  const { refetch } = query;
  // Instants are kept to the second, in which a session may come to rest and go on; each turn has a job of its own.
  const moved = [status, updated_at, job_id, running_job_id].join();
  const seen = useRef(moved);
  useEffect(() => {
    if (seen.current !== moved) void refetch();
    seen.current = moved;
  }, [moved, refetch]);
  return query;
}
