import { queryOptions, useQuery } from "@tanstack/react-query";
import { ApiError } from "../../lib/api-error.ts";
import { getSession } from "./api.ts";
import { liveSessions } from "./live-sessions.ts";
import { type SessionDetails, sessionKeys } from "./session-cache.ts";

async function fetchSession(reference: string, signal: AbortSignal): Promise<SessionDetails> {
  const since = liveSessions.mark();
  const answer = await getSession(reference, { signal });
  const session = liveSessions.newest(answer.session, since);
  if (session === null) {
    throw new ApiError({ status: 404, error: "Not Found", messages: ["The session was deleted."] });
  }
  return { ...answer, session };
}

export const sessionQuery = (reference: string) =>
  queryOptions({
    queryKey: sessionKeys.detail(reference),
    queryFn: ({ signal }) => fetchSession(reference, signal),
  });

/** One session by id or slug, with what stands beside it. */
export const useSession = (reference: string) => useQuery(sessionQuery(reference));

/** True when `error` says that there is no such session. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
