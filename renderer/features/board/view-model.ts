import { byUrgency, isOnBoard } from "../../../server/domains/sessions/attention/model.ts";
import type {
  Session,
  SessionStatus,
  SessionViewName,
} from "../../../server/domains/sessions/sessions/model.ts";
import { isListedAsNeedy, sectionOf } from "../sessions/attention.ts";
import { text as sessionText } from "../sessions/text.ts";
import type { BoardSearch } from "./filters/board-search.ts";
import { text } from "./text.ts";
import { byAttention, byRank, newestFirst, type Order } from "./views/sort-orders.ts";

export interface BoardGroup {
  key: string;
  title: string;
  /** Null for a group with sessions of every status. */
  status: SessionStatus | null;
  /** A frozen category. */
  isFrozen?: boolean;
  sessions: readonly Session[];
}

function group(
  name: Omit<BoardGroup, "sessions">,
  sessions: readonly Session[],
  order?: Order,
): BoardGroup[] {
  if (sessions.length === 0) return [];
  return [{ ...name, sessions: order ? sessions.toSorted(order) : sessions }];
}

const ofStatus = (status: SessionStatus) => ({ key: status, title: sessionText.statuses[status], status });

const needsYou = { key: "needs_you", title: text.needsYou, status: "needs_input" } as const;
const settled = { key: "done", title: text.done, status: null };

const byStatus = (sessions: readonly Session[], statuses: readonly SessionStatus[]): BoardGroup[] =>
  statuses.flatMap((status) =>
    group(
      ofStatus(status),
      sessions.filter((session) => sectionOf(session) === status),
      byAttention(status),
    ),
  );

function byClass(sessions: readonly Session[]): BoardGroup[] {
  const open = sessions.filter(({ status }) => status !== "archived");
  const of = (name: Session["priority_class"]) =>
    open.filter(({ priority_class }) => priority_class === name);
  return [
    ...group({ key: "priority", title: sessionText.classes.priority, status: null }, of("priority"), byRank),
    ...group({ key: "spot", title: sessionText.classes.spot, status: null }, of("spot"), byRank),
    ...byStatus(sessions, ["archived"]),
  ];
}

/** The sessions in the order of a view. Only the service knows when one was last touched, so that order is kept. */
export function groupSessions(sessions: readonly Session[], view: SessionViewName): BoardGroup[] {
  switch (view) {
    case "user":
      return [
        ...group(
          needsYou,
          sessions.filter((session) => isListedAsNeedy(session)),
          byUrgency,
        ),
        ...byStatus(sessions, ["running", "waiting"]),
        ...group(
          settled,
          sessions.filter((session) => sectionOf(session) === "done"),
          byAttention("needs_input"),
        ),
        ...byStatus(sessions, ["archived"]),
      ];
    case "ranked":
      return byClass(sessions);
    case "created_desc":
      return group({ key: "created", title: text.newestFirst, status: null }, sessions, newestFirst);
    case "last_touched":
      return group({ key: "touched", title: text.lastTouchedFirst, status: null }, sessions);
  }
}

/** Applies the filters of the page: off the board, and favorites. Off-board sessions are always counted. */
export function visibleSessions(
  sessions: readonly Session[],
  { board, favourites, q }: BoardSearch,
  now: number,
): { sessions: readonly Session[]; offBoard: number } {
  const kept = favourites ? sessions.filter(({ favorited }) => favorited) : sessions;
  const off = kept.filter((session) => !isOnBoard(session, now));
  if (board === "off") return { sessions: off, offBoard: off.length };
  // A search also finds what is snoozed or hidden.
  const everything = board === "both" || q !== undefined;
  const shown = everything ? kept : kept.filter((session) => isOnBoard(session, now));
  return { sessions: shown, offBoard: off.length };
}
