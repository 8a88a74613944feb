import { byUrgency } from "../../../../server/domains/sessions/attention/model.ts";
import type {
  Session,
  SessionStatus,
  SessionViewName,
} from "../../../../server/domains/sessions/sessions/model.ts";
import { isListedAsNeedy } from "../../sessions/attention.ts";

export type Order = (a: Session, b: Session) => number;

/** What needs a person comes first. */
export const statusOrder: readonly SessionStatus[] = [
  "needs_input",
  "failed",
  "running",
  "waiting",
  "archived",
];

export const newestFirst: Order = (a, b) => b.created_at.localeCompare(a.created_at) || b.id - a.id;
const oldestFirst: Order = (a, b) => newestFirst(b, a);
export const byRank: Order = (a, b) => b.precedence - a.precedence || oldestFirst(a, b);

/** Favorites first, then the newest change; for running and waiting sessions the newest start, so that rows stay in place. */
export function byAttention(status: SessionStatus): Order {
  const key = status === "running" || status === "waiting" ? "created_at" : "updated_at";
  return (a, b) => Number(b.favorited) - Number(a.favorited) || b[key].localeCompare(a[key]) || b.id - a.id;
}

const byNeed: Order = (a, b) =>
  Number(isListedAsNeedy(b)) - Number(isListedAsNeedy(a)) ||
  (isListedAsNeedy(a)
    ? byUrgency(a, b)
    : statusOrder.indexOf(a.status) - statusOrder.indexOf(b.status) || byAttention(a.status)(a, b));

const classFirst: Order = (a, b) =>
  Number(b.priority_class === "priority") - Number(a.priority_class === "priority");

/** The order within a group in a view; null if only the service knows it. */
export function orderOf(view: SessionViewName): Order | null {
  switch (view) {
    case "user":
      return byNeed;
    case "ranked":
      return (a, b) => classFirst(a, b) || byRank(a, b);
    case "created_desc":
      return newestFirst;
    case "last_touched":
      return null;
  }
}
