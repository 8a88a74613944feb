import type { InfiniteData } from "@tanstack/react-query";
import type { Session, SessionList } from "../../../server/domains/sessions/sessions/model.ts";
import type { createLiveSessions } from "./live-sessions.ts";

/** Puts a session where it belongs in a list; the same list when it says nothing new. */
function placeSession(list: readonly Session[], session: Session, belongs: boolean): readonly Session[] {
  const at = list.findIndex(({ id }) => id === session.id);
  if (!belongs) return at < 0 ? list : list.toSpliced(at, 1);
  if (at < 0) return [session, ...list];
  return list[at] === session ? list : list.with(at, session);
}

export const withoutSession = (list: readonly Session[], id: number): readonly Session[] =>
  list.some((session) => session.id === id) ? list.filter((session) => session.id !== id) : list;

/** A fetched list, brought up to what the stream has said since the request began. */
export function reconcileList(
  fetched: readonly Session[],
  since: number,
  known: ReturnType<typeof createLiveSessions>,
): readonly Session[] {
  const settled = fetched.flatMap((session) => known.newest(session, since) ?? []);
  const seen = new Set(settled.map(({ id }) => id));
  const missing = known.receivedSince(since).filter(({ id }) => !seen.has(id));
  return missing.length === 0 ? settled : [...missing, ...settled];
}

export type Pages = InfiniteData<SessionList, unknown>;

/** The same pages when no list changes. */
export function mapPages(
  pages: Pages,
  change: (list: readonly Session[], page: number) => readonly Session[],
): Pages {
  const lists = pages.pages.map(({ sessions }, at) => change(sessions, at));
  if (lists.every((list, at) => list === pages.pages[at]?.sessions)) return pages;
  return { ...pages, pages: pages.pages.map((page, at) => ({ ...page, sessions: [...(lists[at] ?? [])] })) };
}

/** Joins the first page when it is new there, changes in place on any other. */
export function placeInPages(pages: Pages, session: Session, belongs: boolean): Pages {
  const isHeld = (list: readonly Session[]): boolean => list.some(({ id }) => id === session.id);
  const held = pages.pages.some(({ sessions }) => isHeld(sessions));
  return mapPages(pages, (list, page) => {
    const concerns = held ? isHeld(list) : page === 0;
    return concerns ? placeSession(list, session, belongs) : list;
  });
}

/** Changes a session where it is shown; what was found stays found. */
export const replaceInPages = (pages: Pages, session: Session): Pages =>
  mapPages(pages, (list) => {
    const at = list.findIndex(({ id }) => id === session.id);
    return at < 0 ? list : list.with(at, session);
  });

/** The status summaries of the sessions that have one. */
export function summariesOf(lists: readonly SessionList[]): ReadonlyMap<number, string> {
  const rows = lists.flatMap(({ board_rows }) => Object.entries(board_rows ?? {}));
  return new Map(
    rows.flatMap(([id, { status_summary }]) =>
      status_summary === null ? [] : [[Number(id), status_summary] as const],
    ),
  );
}
