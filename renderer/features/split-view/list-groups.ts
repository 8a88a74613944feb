import { byUrgency, isOnBoard } from "../../../server/domains/sessions/attention/model.ts";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { isListedAsNeedy, sectionOf } from "../sessions/attention.ts";
import { text } from "./text.ts";

interface ListGroup {
  title: string;
  sessions: readonly Session[];
}

/** The sessions on the board by what they need, and the one on the screen wherever it is. */
export function listGroups(
  open: readonly Session[],
  { now, current }: { now: number; current: string },
): ListGroup[] {
  const isCurrent = ({ id, slug }: Session): boolean => String(id) === current || slug === current;
  const shown = open.filter((session) => isOnBoard(session, now) || isCurrent(session));
  const inSections = (...sections: string[]): Session[] =>
    shown.filter((session) => sections.includes(sectionOf(session)));
  const groups = [
    { title: text.needsYou, sessions: shown.filter(isListedAsNeedy).toSorted(byUrgency) },
    { title: text.running, sessions: inSections("running") },
    { title: text.waiting, sessions: inSections("waiting") },
    { title: text.done, sessions: inSections("done") },
  ];
  return groups.filter(({ sessions }) => sessions.length > 0);
}
