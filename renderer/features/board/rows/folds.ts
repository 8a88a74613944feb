import type { Session } from "../../../../server/domains/sessions/sessions/model.ts";
import { textAt } from "../../sessions/session-fields.ts";
import type { BoardGroup } from "../view-model.ts";

/** The sessions of one trigger in a group, behind one row. */
export interface Fold {
  kind: "fold";
  /** Negative, so that it is never the ID of a session. */
  id: number;
  key: string;
  title: string;
  sessions: readonly Session[];
  isExpanded: boolean;
}

/** A row of a list; `inFold` is one below the row of its trigger. */
export type BoardRow = Fold | { kind: "session"; id: number; session: Session; inFold: boolean };

export interface FoldedGroup extends BoardGroup {
  rows: readonly BoardRow[];
}

/** Two rows instead of one save nothing. */
const fewest = 3;

function triggerOf({ metadata, favorited }: Session): number | null {
  const id = metadata["trigger_id"];
  // A favorite was picked out by a person.
  return typeof id === "number" && !favorited ? id : null;
}

const ids = new Map<string, number>();

/** The same for as long as the page is open. */
function idOf(key: string): number {
  const known = ids.get(key);
  if (known !== undefined) return known;
  const id = -1 - ids.size;
  ids.set(key, id);
  return id;
}

/** The rows of a group: sessions of one trigger are folded at the place of the first one. */
function foldedRows({ key, sessions }: BoardGroup, expanded: ReadonlySet<string>): BoardRow[] {
  const ofTrigger = Map.groupBy(sessions, triggerOf);
  const begun = new Set<number>();
  const rowOf = (session: Session, inFold: boolean): BoardRow => ({
    kind: "session",
    id: session.id,
    session,
    inFold,
  });
  return sessions.flatMap((session): BoardRow[] => {
    const trigger = triggerOf(session);
    const members = trigger === null ? [] : (ofTrigger.get(trigger) ?? []);
    if (trigger === null || members.length < fewest) return [rowOf(session, false)];
    if (begun.has(trigger)) return [];
    begun.add(trigger);
    const foldKey = `${key} ${trigger}`;
    const isExpanded = expanded.has(foldKey);
    const title = textAt(session.metadata, "trigger_name") ?? session.title;
    const fold: Fold = {
      kind: "fold",
      id: idOf(foldKey),
      key: foldKey,
      title,
      sessions: members,
      isExpanded,
    };
    return isExpanded ? [fold, ...members.map((member) => rowOf(member, true))] : [fold];
  });
}

const asRow = (session: Session): BoardRow => ({ kind: "session", id: session.id, session, inFold: false });

/** The groups with their rows; null folds nothing. */
export const withRows = (
  groups: readonly BoardGroup[],
  expanded: ReadonlySet<string> | null,
): FoldedGroup[] =>
  groups.map((group) => ({
    ...group,
    rows: expanded === null ? group.sessions.map(asRow) : foldedRows(group, expanded),
  }));

/** The sessions that have a row. */
export const visibleIn = (groups: readonly FoldedGroup[]): Session[] =>
  groups.flatMap(({ rows }) => rows.flatMap((row) => (row.kind === "session" ? row.session : [])));

/** All sessions from top to bottom, also those behind a row. */
export const orderIn = (groups: readonly FoldedGroup[]): Session[] =>
  groups.flatMap(({ rows }) =>
    rows.flatMap((row) => {
      if (row.kind === "session") return row.inFold ? [] : row.session;
      return row.sessions;
    }),
  );
