import { queryOptions, useQuery } from "@tanstack/react-query";
import { ApiError } from "../../lib/api-error.ts";
import { getSession } from "./api.ts";
import { liveSessions } from "./live-sessions.ts";
import { type SessionDetails, sessionKeys } from "./session-cache.ts";
import { text } from "./text.ts";

async function fetchSession(reference: string, signal: AbortSignal): Promise<SessionDetails> {
  const since = liveSessions.mark();
  const answer = await getSession(reference, { signal });
  const session = liveSessions.newest(answer.session, since);
  if (session === null) {
    throw new ApiError({ status: 404, error: "Not Found", messages: [text.deleted] });
  }
  return { ...answer, session };
}

export const sessionQuery = (reference: string) =>
  queryOptions({
    queryKey: sessionKeys.detail(reference),
    queryFn: ({ signal }) => fetchSession(reference, signal),
  });

/** One session by id or slug, with its page's other facts. */
export const useSession = (reference: string) => useQuery(sessionQuery(reference));

/** Whether the error says that there is no such session. */
export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404;
