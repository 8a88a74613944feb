import type {
  AttentionKind,
  Genesis,
  SchedulingClass,
  Session,
  SessionStatus,
  SessionViewName,
} from "../../../server/domains/sessions/sessions/model.ts";
import { rootOf } from "./session-fields.ts";

/** Which sessions the service is asked for, and in which order; what is absent filters nothing. */
export interface SessionFilter {
  view: SessionViewName;
  statuses: readonly SessionStatus[];
  runtime?: string | undefined;
  root?: string | undefined;
  priorityClass?: SchedulingClass | undefined;
  origin?: Genesis | undefined;
  attention?: readonly AttentionKind[] | undefined;
}

export const openStatuses: readonly SessionStatus[] = ["needs_input", "failed", "running", "waiting"];

/** What the board shows before anything is chosen; the navigation and the palette read it as well. */
export const wholeBoard: SessionFilter = { view: "user", statuses: openStatuses };

/** The service answers these with all they have, 500 at most, in one page. */
export const isOnePage = ({ view }: SessionFilter): boolean => view === "user" || view === "ranked";

/** The service's own test, for what the live stream says of a session. */
export function belongsTo(filter: SessionFilter, session: Session): boolean {
  return (
    filter.statuses.includes(session.status) &&
    (filter.runtime === undefined || filter.runtime === session.agent_runtime) &&
    (filter.root === undefined || filter.root === rootOf(session)) &&
    (filter.priorityClass === undefined || filter.priorityClass === session.priority_class) &&
    (filter.origin === undefined || filter.origin === session.genesis) &&
    (filter.attention === undefined || filter.attention.some((kind) => kind === session.attention?.kind))
  );
}

/** The filter as the service reads it. */
export const filterQuery = (filter: SessionFilter) => ({
  view: filter.view,
  status: [...filter.statuses],
  agent_runtime: filter.runtime,
  agent_root: filter.root,
  priority_class: filter.priorityClass,
  genesis: filter.origin,
  attention: filter.attention && [...filter.attention],
  include: ["board_row"],
});
