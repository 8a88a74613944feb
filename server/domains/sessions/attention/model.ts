import { needsPerson, needyKinds, type Session } from "../sessions/model.ts";

/** What decides whether a session needs a person now. */
type Needy = Pick<Session, "status" | "visibility" | "snoozed_until"> & {
  attention: Pick<NonNullable<Session["attention"]>, "kind"> | null;
};
/** What decides its place among those that do; times as on the wire. */
type Ranked = Pick<Session, "id" | "favorited"> & {
  attention: Pick<NonNullable<Session["attention"]>, "kind" | "since"> | null;
};

/** Whether the board shows it: a snooze that is over counts as none, and nobody writes that down. */
export function isOnBoard(session: Pick<Session, "visibility" | "snoozed_until">, now: number): boolean {
  if (session.visibility === "snoozed") return isOver(session.snoozed_until, now);
  return session.visibility === "visible";
}

const isOver = (instant: string | null, now: number): boolean =>
  instant !== null && Date.parse(instant) <= now;

const isNeedy = (session: Needy, now: number): boolean =>
  session.status !== "archived" && needsPerson(session.attention?.kind) && isOnBoard(session, now);

/** What is not decided yet comes after everything that is. */
function urgency({ attention }: Ranked): number {
  const place = needyKinds.findIndex((kind) => kind === attention?.kind);
  return place < 0 ? needyKinds.length : place;
}

/** Questions, then failures, then reviews; of each the favorites first, then what waits since the latest time. */
export const byUrgency = (a: Ranked, b: Ranked): number =>
  urgency(a) - urgency(b) ||
  Number(b.favorited) - Number(a.favorited) ||
  (b.attention?.since ?? "").localeCompare(a.attention?.since ?? "") ||
  b.id - a.id;

/**
 * The sessions that need a person, the most urgent first: the one list of the board, the side bar, the inbox, the palette, the
 * tray and live mode. Its length is the number that each of them shows.
 */
export const needingPerson = <Each extends Needy & Ranked>(sessions: readonly Each[], now: number): Each[] =>
  sessions.filter((session) => isNeedy(session, now)).toSorted(byUrgency);
