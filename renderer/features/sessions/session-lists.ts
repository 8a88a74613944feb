import type { InfiniteData } from "@tanstack/react-query";
import type { Session, SessionList } from "../../../server/domains/sessions/model.ts";
import type { newestKnown } from "./newest-known.ts";

/** Puts a session where it belongs in a list; the same list when it says nothing new. */
export function placeSession(
  list: readonly Session[],
  session: Session,
  belongs: (session: Session) => boolean,
): readonly Session[] {
  const at = list.findIndex(({ id }) => id === session.id);
  if (!belongs(session)) return at < 0 ? list : list.toSpliced(at, 1);
  if (at < 0) return [session, ...list];
  return list[at] === session ? list : list.with(at, session);
}

export const isOpen = ({ status }: Session): boolean => status !== "archived";
const isArchived = ({ status }: Session): boolean => status === "archived";

export const withoutSession = (list: readonly Session[], id: number): readonly Session[] =>
  list.some((session) => session.id === id) ? list.filter((session) => session.id !== id) : list;

/** A fetched list, brought up to what the stream has said since the request began. */
export function settleList(
  fetched: readonly Session[],
  since: number,
  known: ReturnType<typeof newestKnown>,
): readonly Session[] {
  const settled = fetched.flatMap((session) => known.newest(session, since) ?? []);
  const seen = new Set(settled.map(({ id }) => id));
  const missing = known.learnedSince(since).filter(({ id }) => !seen.has(id));
  return missing.length === 0 ? settled : [...missing, ...settled];
}

export type Pages = InfiniteData<SessionList>;

export const mapPages = (
  pages: Pages,
  change: (list: readonly Session[], page: number) => readonly Session[],
): Pages => ({
  ...pages,
  pages: pages.pages.map((page, at) => ({ ...page, sessions: [...change(page.sessions, at)] })),
});

/** Joins the first page when it is newly archived, changes in place on any other. */
export function placeInPages(pages: Pages, session: Session): Pages {
  const held = pages.pages.some((page) => page.sessions.some(({ id }) => id === session.id));
  return mapPages(pages, (list, page) => (held || page === 0 ? placeHeld(list, session, held) : list));
}

function placeHeld(list: readonly Session[], session: Session, held: boolean): readonly Session[] {
  if (held && !list.some(({ id }) => id === session.id)) return list;
  return placeSession(list, session, isArchived);
}
