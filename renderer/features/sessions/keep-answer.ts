import type { QueryClient } from "@tanstack/react-query";
import type { Session } from "../../../server/domains/sessions/model.ts";
import { liveSessions } from "./live-sessions.ts";
import { sessionKeys, storeSession } from "./session-cache.ts";

/** Writes an answer into the caches, unless the stream has said something newer meanwhile. */
export async function keepAnswer<T extends { session: Session }>(
  client: QueryClient,
  request: () => Promise<T>,
): Promise<T> {
  const since = liveSessions.mark();
  const answer = await request();
  const session = liveSessions.newest(answer.session, since);
  if (session) storeSession(client, session);
  await client.invalidateQueries({ queryKey: sessionKeys.ones });
  return answer;
}
