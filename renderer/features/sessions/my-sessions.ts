import { needingPerson } from "../../../server/domains/sessions/attention/model.ts";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";

export interface MySessions {
  /** Without those that are shown because they need a person. */
  pinned: readonly Session[];
  /** The first of those that need a person. */
  needsMe: readonly Session[];
  /** How many need a person. */
  count: number;
}

const mostPinned = 8;
const mostNeedsMe = 6;

/** The favorites in the board's order, and what needs a person, the most urgent first. */
export function mySessions(open: readonly Session[], now: number): MySessions {
  const needy = needingPerson(open, now);
  const needsMe = needy.slice(0, mostNeedsMe);
  const pinned = open.filter((session) => session.favorited && !needsMe.includes(session));
  return { pinned: pinned.slice(0, mostPinned), needsMe, count: needy.length };
}

/** What the palette offers before anything is typed: what needs a person, then what was opened last. */
export function firstSessions(
  open: readonly Session[],
  { recent, now, current }: { recent: readonly number[]; now: number; current: number | null },
): { needsMe: readonly Session[]; count: number; recent: readonly Session[] } {
  const others = open.filter(({ id }) => id !== current);
  const needy = needingPerson(open, now);
  const needs = needy.filter(({ id }) => id !== current).slice(0, mostNeedsMe);
  const opened = recent.flatMap((id) => others.find((session) => session.id === id) ?? []);
  const lately = [...new Set([...opened, ...others])].filter((session) => !needs.includes(session));
  return { needsMe: needs, count: needy.length, recent: lately.slice(0, 5) };
}
