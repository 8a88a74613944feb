import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { needsYou } from "./attention.ts";
import { isOnBoard } from "./session-filter.ts";

export interface MySessions {
  pinned: readonly Session[];
  /** Without the pinned ones, which show their state as well. */
  needsMe: readonly Session[];
  /** How many need a person beyond those. */
  more: number;
}

const mostPinned = 8;
const mostNeedsMe = 6;

/** The favorites, and what needs a person, each in the board's order. */
export function mySessions(open: readonly Session[], now: number): MySessions {
  const pinned = open.filter(({ favorited }) => favorited).slice(0, mostPinned);
  const others = open.filter(
    (session) => needsYou(session) && isOnBoard(session, now) && !pinned.includes(session),
  );
  return { pinned, needsMe: others.slice(0, mostNeedsMe), more: Math.max(0, others.length - mostNeedsMe) };
}

/** What the palette offers before anything is typed: what needs a person, then what was opened last. */
export function firstSessions(
  open: readonly Session[],
  { recent, now, current }: { recent: readonly number[]; now: number; current: number | null },
): { needsMe: readonly Session[]; recent: readonly Session[] } {
  const others = open.filter(({ id }) => id !== current);
  const needs = others.filter((session) => needsYou(session) && isOnBoard(session, now)).slice(0, 5);
  const opened = recent.flatMap((id) => others.find((session) => session.id === id) ?? []);
  const lately = [...new Set([...opened, ...others])].filter((session) => !needs.includes(session));
  return { needsMe: needs, recent: lately.slice(0, 5) };
}
