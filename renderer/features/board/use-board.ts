import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { CategoryList } from "../../../server/domains/sessions/categories/model.ts";
import type { Session, SessionList } from "../../../server/domains/sessions/sessions/model.ts";
import { overviewOperations } from "../../../server/domains/surfaces/overview/model.ts";
import { callApi } from "../../lib/client.ts";
import { useMinute } from "../../lib/time.ts";
import { useCategories } from "../categories/api.ts";
import { useContentSearch } from "../search/use-content-search.ts";
import { sessionKeys } from "../sessions/session-cache.ts";
import { summariesOf } from "../sessions/session-lists.ts";
import { useSessionList, useTitleSearch } from "../sessions/use-session-lists.ts";
import { type BoardSearch, filterOf, storedPart } from "./filters/board-search.ts";
import { useExpanded } from "./rows/expanded.store.ts";
import { visibleSessions } from "./view-model.ts";
import { boardGroups, type FactsById, isManuallyOrdered, mayFold } from "./views/grouping.ts";

const none: readonly SessionList[] = [];
const noCategories: CategoryList = { categories: [], uncategorized_position: 0 };

/** The lists behind the board. In the ranking views the archive is a list of its own, loaded page by page. */
function useLists(search: BoardSearch, enabled: boolean) {
  const filter = filterOf(search);
  const ranks = filter.view === "user" || filter.view === "ranked";
  const archived = search.archived === true;
  const main = useSessionList(withArchive(search, archived && !ranks), enabled);
  const archive = useSessionList(
    { ...filter, view: "last_touched", statuses: ["archived"] },
    enabled && archived && ranks,
  );
  return archived && ranks
    ? { main, pages: [...(main.data?.pages ?? none), ...(archive.data?.pages ?? none)], last: archive }
    : { main, pages: main.data?.pages ?? none, last: main };
}

function withArchive(search: BoardSearch, archived: boolean) {
  const filter = filterOf(search);
  return archived ? { ...filter, statuses: [...filter.statuses, "archived" as const] } : filter;
}

/** The source that the address calls for: the lists, a title search or a content search. */
function useSource(search: BoardSearch) {
  const query = { q: search.q ?? "", filter: withArchive(search, search.archived === true) };
  const searching = search.q !== undefined;
  const contents = search.contents === true;
  const lists = useLists(search, !searching);
  const titles = useTitleSearch(query, searching && !contents);
  const scan = useContentSearch(query, searching && contents);
  if (!searching) return { ...lists, error: lists.main.error ?? lists.last.error, scan: null };
  if (!contents)
    return { main: titles, pages: titles.data?.pages ?? none, last: titles, error: titles.error, scan: null };
  // ScanStatus above the results shows its failures and continues it on request.
  return { main: scan.query, pages: scan.query.data?.pages ?? none, last: null, error: null, scan };
}

/** The facts shown in rows, by session: wait reason, pull requests and cost. Refetched after each change. */
function useRowFacts(): FactsById {
  const { data } = useQuery({
    queryKey: sessionKeys.facts,
    queryFn: ({ signal }) => callApi(overviewOperations.rowFacts, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const facts = data?.row_facts;
  return useMemo(() => new Map(Object.entries(facts ?? {}).map(([id, row]) => [Number(id), row])), [facts]);
}

/** What the board shows at this address. */
export function useBoard(search: BoardSearch) {
  const { main, pages, last, error, scan } = useSource(search);
  const now = useMinute();
  const sessions = useMemo(() => distinct(pages), [pages]);
  const shown = useMemo(() => visibleSessions(sessions, search, now), [sessions, search, now]);
  const facts = useRowFacts();
  const { data: categories = noCategories } = useCategories(search.group === "category");
  const expanded = useExpanded((state) => state.expanded);
  const arranged = useMemo(
    () => boardGroups(shown.sessions, { search, facts, expanded, categories }),
    [shown, search, facts, expanded, categories],
  );
  return {
    /** Every loaded session, shown or not. */
    sessions,
    ...arranged,
    facts,
    /** Rows can be moved, because their order is the order of the queue. */
    ranking: isManuallyOrdered(search) && !main.isPlaceholderData,
    /** The view whose expanded folds are kept; null if it folds none. */
    foldsOf: mayFold(search) ? JSON.stringify(storedPart(search)) : null,
    offBoard: shown.offBoard,
    summaries: useMemo(() => summariesOf(pages), [pages]),
    scan,
    error,
    loading: main.isPending && scan?.state !== "stopped",
    refresh: () => void main.refetch(),
    truncated: pages.some(({ truncated }) => truncated === true),
    more: last?.hasNextPage ? () => void last.fetchNextPage() : undefined,
    /** Changes when another list or a further page is loaded and when a row is expanded. */
    reading: `${main.isPlaceholderData} ${pages.length} ${[...expanded].join()}`,
    loadingMore: last?.isFetchingNextPage === true,
  };
}

export type BoardData = ReturnType<typeof useBoard>;

/** A session that moved between pages while they were loaded is in both; the first one counts. */
function distinct(pages: readonly SessionList[]): readonly Session[] {
  const byId = new Map<number, Session>();
  for (const { sessions } of pages) {
    for (const session of sessions) if (!byId.has(session.id)) byId.set(session.id, session);
  }
  return [...byId.values()];
}
