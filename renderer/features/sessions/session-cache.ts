import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import type { SessionExtras } from "../../../server/domains/surfaces/overview/model.ts";
import { discardDrafts } from "../../lib/drafts.ts";
import { liveSessions } from "./live-sessions.ts";
import { belongsTo, type SessionFilter } from "./session-filter.ts";
import { mapPages, type Pages, placeInPages, replaceInPages, withoutSession } from "./session-lists.ts";

export const sessionKeys = {
  lists: ["sessions", "list"] as const,
  list: (filter: SessionFilter) => ["sessions", "list", filter] as const,
  /** What stands in the rows beside the sessions' own fields. */
  facts: ["sessions", "facts"] as const,
  searches: ["sessions", "search"] as const,
  search: (search: { q: string; filter: SessionFilter }) => ["sessions", "search", "titles", search] as const,
  contents: (search: { q: string; filter: SessionFilter }) =>
    ["sessions", "search", "contents", search] as const,
  details: ["session"] as const,
  detail: (reference: string) => ["session", reference] as const,
};

export type SessionDetails = SessionExtras & { session: Session };

type Change<T> = (held: T, queryKey: QueryKey) => T;

/**
 * Changes what is held, which is as much out of date as before. Pages that are on their way come with those that were
 * held, or read, before the change, so it is made once more when they are there.
 */
function updateCached<T>(client: QueryClient, queryKey: QueryKey, change: Change<T>): void {
  for (const query of client.getQueryCache().findAll({ queryKey })) {
    const { fetchStatus, isInvalidated } = query.state;
    const write = (): void => {
      const { data, dataUpdatedAt } = query.state;
      const changed = data === undefined ? data : change(data as T, query.queryKey);
      if (changed !== data) query.setData(changed, { updatedAt: dataUpdatedAt, manual: true });
    };
    const mark = (): void => {
      if (isInvalidated) query.invalidate();
    };
    write();
    mark();
    if (fetchStatus === "fetching") query.promise?.then(write, mark);
  }
}

/** Writes what the service or the stream just said of a session, and what is foreseen of it, wherever it is shown. */
export function storeSession(client: QueryClient, said: Session): void {
  const shown = () => liveSessions.withOptimistic(said);
  updateCached<Pages>(client, sessionKeys.lists, (held, key) =>
    placeInPages(held, shown(), belongsTo(filterOf(key), shown())),
  );
  updateCached<Pages>(client, sessionKeys.searches, (held) => replaceInPages(held, shown()));
  updateCached<SessionDetails>(client, sessionKeys.details, (held) =>
    held.session.id === said.id ? { ...held, session: shown() } : held,
  );
}

/** The session as it is shown now; undefined where nothing shows it. */
export function cachedSession(client: QueryClient, id: number): Session | undefined {
  const listed = [sessionKeys.lists, sessionKeys.searches]
    .flatMap((queryKey) => client.getQueriesData<Pages>({ queryKey }))
    .flatMap(([, held]) => held?.pages.flatMap(({ sessions }) => sessions) ?? []);
  const opened = client
    .getQueriesData<SessionDetails>({ queryKey: sessionKeys.details })
    .flatMap(([, held]) => held?.session ?? []);
  return [...opened, ...listed].find((session) => session.id === id);
}

/** What `sessionKeys.list` put last into the key. */
const filterOf = (key: QueryKey): SessionFilter => key[2] as SessionFilter;

/** Takes a deleted session off every list, and ends what was begun in it; its own page learns that it is gone. */
export function removeSession(client: QueryClient, id: number): void {
  discardDrafts(id);
  for (const queryKey of [sessionKeys.lists, sessionKeys.searches]) {
    updateCached<Pages>(client, queryKey, (held) => mapPages(held, (list) => withoutSession(list, id)));
  }
  void client.invalidateQueries({
    predicate: ({ queryKey, state }) =>
      queryKey[0] === sessionKeys.details[0] && (state.data as SessionDetails | undefined)?.session.id === id,
  });
}

const rowsSettleMs = 1_000;
let factsDue: ReturnType<typeof setTimeout> | undefined;
let rowsDue: ReturnType<typeof setTimeout> | undefined;

/** Why sessions wait, their pull requests and costs are read again, once for all that changed in a second. */
export function refreshFacts(client: QueryClient): void {
  factsDue ??= setTimeout(() => {
    factsDue = undefined;
    void client.invalidateQueries({ queryKey: sessionKeys.facts });
  }, rowsSettleMs);
}

/**
 * What stands beside a session in its row, its status summary, comes with the lists alone. When the stream tells of a
 * session of which nothing moved, that did; the lists in sight are read again, once for all that changed in a second.
 * The facts beside rows are read again with any change.
 */
export function refreshRows(client: QueryClient, session: Session): void {
  refreshFacts(client);
  const isUnmoved = ({ id, updated_at }: Session): boolean =>
    id === session.id && updated_at === session.updated_at;
  const lists = client.getQueriesData<Pages>({ queryKey: sessionKeys.lists });
  if (!lists.some(([, held]) => held?.pages.some(({ sessions }) => sessions.some(isUnmoved)))) return;
  rowsDue ??= setTimeout(() => {
    rowsDue = undefined;
    void client.invalidateQueries({ queryKey: sessionKeys.lists });
  }, rowsSettleMs);
}
