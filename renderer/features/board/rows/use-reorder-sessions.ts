import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import type { Session } from "../../../../server/domains/sessions/sessions/model.ts";
import { toastError, toastSuccess } from "../../../ui/toasts.ts";
import { type Place, type Section, withMove } from "../../reorder/move-rules.ts";
import type { ReorderOptions } from "../../reorder/reorder-context.ts";
import { describeSessions } from "../../selection/actions.ts";
import { useSelection } from "../../selection/selection.store.ts";
import { updateSession } from "../../sessions/api.ts";
import { liveSessions } from "../../sessions/live-sessions.ts";
import { mutateSession, rollBackSession } from "../../sessions/mutate-session.ts";
import { storeSession } from "../../sessions/session-cache.ts";
import type { BoardGroup } from "../view-model.ts";
import { addMovedSessions } from "./moved-sessions.store.ts";
import { ranksForMove } from "./rank-rules.ts";
import { text } from "./text.ts";

type Rank = Pick<Session, "precedence"> & Partial<Pick<Session, "scheduling_class">>;

interface Change {
  session: Session;
  to: Rank;
  /** What undoes the change. */
  from: Rank;
}

const isClass = (key: string): key is "priority" | "spot" => key === "priority" || key === "spot";

/** The sections that can be reordered; the archive has no queue. */
const sectionsOf = (groups: readonly BoardGroup[]): Section[] =>
  groups
    .filter(({ key }) => isClass(key))
    .map(({ key, title, sessions }) => ({ key, title, ids: sessions.map(({ id }) => id) }));

const changeOf = (session: Session, precedence: number, cls: string): Change => {
  const changesClass = isClass(cls) && session.priority_class !== cls;
  return {
    session,
    to: { precedence, ...(changesClass && { scheduling_class: cls }) },
    from: {
      precedence: session.precedence,
      ...(changesClass && { scheduling_class: session.scheduling_class }),
    },
  };
};

/** The changes that move the sessions to that place, with their own changes last. */
function changesFor(groups: readonly BoardGroup[], moved: readonly number[], to: Place): Change[] {
  const byId = new Map(groups.flatMap(({ sessions }) => sessions.map((one) => [one.id, one] as const)));
  const ids = withMove(sectionsOf(groups), moved, to).find(({ key }) => key === to.section)?.ids ?? [];
  const order = ids.flatMap((one) => byId.get(one) ?? []);
  const ranks = ranksForMove(order, to.index, moved.length);
  // A session alone in its section keeps its rank, but may need the class.
  const alone = moved.filter((id) => !ranks.some((rank) => rank.id === id));
  const all = [...ranks, ...alone.flatMap((id) => byId.get(id) ?? [])];
  return all.flatMap(({ id, precedence }) => {
    const session = byId.get(id);
    return session ? [changeOf(session, precedence, moved.includes(id) ? to.section : "")] : [];
  });
}

const fieldsOf = ({ scheduling_class: cls, precedence }: Rank): Partial<Session> => ({
  precedence,
  ...(cls !== undefined && { scheduling_class: cls, ...(cls !== null && { priority_class: cls }) }),
});

interface Move {
  changes: readonly Change[];
  /** When its sessions were read; later updates from the stream win, also at a later undo. */
  since: number;
  message: string;
  isUndo?: boolean;
}

/** Shows all changes at once, writes them one by one, and rolls back those that were not written. */
async function write(client: QueryClient, { changes, since }: Move): Promise<void> {
  addMovedSessions(changes.map(({ session }) => session.id));
  const steps = changes.map(({ session, to }) => ({
    session,
    to,
    end: liveSessions.addOptimistic(session.id, fieldsOf(to)),
  }));
  for (const { session } of steps) {
    const newest = liveSessions.newest(session, since);
    if (newest) storeSession(client, newest);
  }
  const left = [...steps];
  try {
    for (const { session, to, end } of steps) {
      await mutateSession(client, () => updateSession(session.id, to).finally(end));
      left.shift();
    }
  } catch (error) {
    for (const { session, end } of left) {
      end();
      rollBackSession(client, session, since);
    }
    throw error;
  }
}

function move(client: QueryClient, how: Move): void {
  const changes = how.changes.map(({ session, to, from }) => ({
    session: { ...session, ...fieldsOf(to) },
    to: from,
    from: to,
  }));
  const undo = how.isUndo
    ? undefined
    : () => move(client, { ...how, changes, message: text.order.undone, isUndo: true });
  write(client, how).then(
    () => toastSuccess(how.message, { undo }),
    (error: unknown) =>
      toastError(text.order.failed, error, {
        action: { label: text.order.retry, onClick: () => move(client, how) },
      }),
  );
}

/** The queue as movable rows of the ranked view (R12: a higher rank goes first). */
export function useReorderSessions(groups: readonly BoardGroup[]): ReorderOptions {
  const client = useQueryClient();
  const sections = useMemo(() => sectionsOf(groups), [groups]);
  const onMove = useCallback(
    (ids: readonly number[], to: Place): void => {
      const changes = changesFor(groups, ids, to);
      const own = changes.filter(({ session }) => ids.includes(session.id));
      const [first] = own;
      if (!first) return;
      const title = sections.find(({ key }) => key === to.section)?.title ?? "";
      const moved = text.order.moved(
        describeSessions(own.map((change) => change.session)),
        to.index + 1,
        title,
      );
      move(client, {
        changes,
        since: liveSessions.mark(),
        message: own.length === 1 ? text.order.movedToRank(moved, first.to.precedence) : moved,
      });
    },
    [client, groups, sections],
  );
  const titles = useMemo(
    () => new Map(groups.flatMap(({ sessions }) => sessions.map(({ id, title }) => [id, title] as const))),
    [groups],
  );
  const nameOf = useCallback((id: number) => titles.get(id) ?? "", [titles]);
  const movesWith = useCallback(
    (id: number) => {
      const { ids: selected } = useSelection.getState();
      return selected.has(id) ? sections.flatMap(({ ids }) => ids.filter((one) => selected.has(one))) : [id];
    },
    [sections],
  );
  return { sections, nameOf, movesWith, onMove };
}
