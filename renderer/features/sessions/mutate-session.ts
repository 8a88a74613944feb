import type { QueryClient } from "@tanstack/react-query";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { liveSessions } from "./live-sessions.ts";
import { sessionKeys, storeSession } from "./session-cache.ts";

/** Writes an answer into the caches, unless the stream has said something newer meanwhile. */
export async function mutateSession<T extends { session: Session }>(
  client: QueryClient,
  request: () => Promise<T>,
): Promise<T> {
  const since = liveSessions.mark();
  const answer = await request();
  const session = liveSessions.acceptResponse(answer.session, since);
  if (session) storeSession(client, session);
  await client.invalidateQueries({ queryKey: sessionKeys.details });
  return answer;
}

/**
 * Shows a session without what was foreseen of it. It may have changed since it was read, and no answer says how, so
 * what shows it is read again.
 */
export function rollBackSession(client: QueryClient, session: Session, since: number): void {
  const newest = liveSessions.newest(session, since);
  if (newest) storeSession(client, newest);
  for (const queryKey of [sessionKeys.lists, sessionKeys.details])
    void client.invalidateQueries({ queryKey });
}
