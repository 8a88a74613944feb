import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { useUnreadEntries } from "../../inbox/api.ts";
import { changeSelection, keepOnly } from "../../selection/selection.store.ts";
import { useKeptRow, useRowKeys } from "../../selection/use-row-keys.ts";
import type { BoardData } from "../use-board.ts";
import type { BoardGroup } from "../view-model.ts";
import { useStableRows } from "./use-stable-rows.ts";

/** The sessions in screen order. Sessions that leave the list are deselected. */
function useOrder(groups: readonly BoardGroup[]) {
  const sessions = useMemo(() => groups.flatMap((group) => group.sessions), [groups]);
  const ids = useMemo(() => sessions.map(({ id }) => id), [sessions]);
  useEffect(() => changeSelection((selection) => keepOnly(selection, ids)), [ids]);
  const latest = useRef(ids);
  useLayoutEffect(() => {
    latest.current = ids;
  }, [ids]);
  return { sessions, ids, order: useCallback(() => latest.current, []) };
}

/** Sessions with unread notifications in the inbox. */
function useUnread(): ReadonlySet<number> {
  const { data } = useUnreadEntries();
  return useMemo(() => new Set(data?.notifications.map(({ session_id }) => session_id)), [data]);
}

export interface LayoutProps {
  board: BoardData;
  /** Identifies the list: the address and its loaded pages. */
  about: string;
  holder: RefObject<HTMLElement | null>;
}

interface RowsOptions extends LayoutProps {
  /** Rearranges the groups before they are shown. */
  arranged?(groups: readonly BoardGroup[]): readonly BoardGroup[];
  scrollTo(index: number): void;
}

const unchanged = (groups: readonly BoardGroup[]): readonly BoardGroup[] => groups;

/** The rows of every layout, kept in place under a pointer, and their keys. */
export function useRows({ board, about, holder, scrollTo, arranged = unchanged }: RowsOptions) {
  const { groups: stableGroups, gone, pending, release } = useStableRows(board.groups, about, holder);
  const groups = useMemo(() => arranged(stableGroups), [stableGroups, arranged]);
  const { sessions, ids, order } = useOrder(groups);
  const unread = useUnread();
  useRowKeys(holder, { order: ids, scrollTo });
  useKeptRow(holder, { order: ids, scrollTo });
  /** The props of a row. */
  const rowOf = (index: number) => {
    const session = sessions[index];
    return (
      session && {
        session,
        index,
        summary: board.summaries.get(session.id),
        facts: board.facts.get(session.id),
        node: board.nodes?.get(session.id),
        unread: unread.has(session.id),
        gone: gone.has(session.id),
        order,
      }
    );
  };
  return { groups, pending, release, rowOf };
}

export type RowProps = NonNullable<ReturnType<ReturnType<typeof useRows>["rowOf"]>>;
