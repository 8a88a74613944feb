import type { QueryClient } from "@tanstack/react-query";
import type { Session, SessionExtras } from "../../../server/domains/sessions/model.ts";
import { isOpen, mapPages, type Pages, placeInPages, placeSession, withoutSession } from "./session-lists.ts";

export const sessionKeys = {
  all: ["sessions"] as const,
  open: ["sessions", "open"] as const,
  archived: ["sessions", "archived"] as const,
  searches: ["sessions", "search"] as const,
  search: (search: { q: string; showArchived: boolean }) => ["sessions", "search", search] as const,
  ones: ["session"] as const,
  one: (reference: string) => ["session", reference] as const,
};

export interface OpenSessions {
  sessions: readonly Session[];
  /** There are more than the service lists at once. */
  truncated: boolean;
}

export type OneSession = SessionExtras & { session: Session };

/** Writes what the service or the stream just said of a session wherever it is shown. */
export function storeSession(client: QueryClient, session: Session): void {
  client.setQueryData<OpenSessions>(sessionKeys.open, (held) => {
    const sessions = held && placeSession(held.sessions, session, isOpen);
    return !held || !sessions || sessions === held.sessions ? held : { ...held, sessions };
  });
  client.setQueryData<Pages>(sessionKeys.archived, (held) => held && placeInPages(held, session));
  client.setQueriesData<readonly Session[]>({ queryKey: sessionKeys.searches }, (held) =>
    held?.some(({ id }) => id === session.id) ? placeSession(held, session, () => true) : held,
  );
  client.setQueriesData<OneSession>({ queryKey: sessionKeys.ones }, (held) =>
    held?.session.id === session.id ? { ...held, session } : held,
  );
}

/** Takes a deleted session off every list; its own page learns that it is gone. */
export function dropSession(client: QueryClient, id: number): void {
  client.setQueryData<OpenSessions>(
    sessionKeys.open,
    (held) => held && { ...held, sessions: withoutSession(held.sessions, id) },
  );
  client.setQueryData<Pages>(
    sessionKeys.archived,
    (held) => held && mapPages(held, (list) => withoutSession(list, id)),
  );
  client.setQueriesData<readonly Session[]>(
    { queryKey: sessionKeys.searches },
    (held) => held && withoutSession(held, id),
  );
  void client.invalidateQueries({
    predicate: ({ queryKey, state }) =>
      queryKey[0] === sessionKeys.ones[0] && (state.data as OneSession | undefined)?.session.id === id,
  });
}
