import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { useUnreadEntries } from "../../inbox/api.ts";
import { changeSelection, keepOnly } from "../../selection/selection.store.ts";
import { useKeptRow, useRowKeys } from "../../selection/use-row-keys.ts";
import type { BoardData } from "../use-board.ts";
import type { BoardGroup } from "../view-model.ts";
import { setFoldExpanded, useExpandedFolds } from "./folds.store.ts";
import { type FoldedGroup, withRows } from "./folds.ts";
import { useStableRows } from "./use-stable-rows.ts";

/** The rows in screen order. Sessions that have none are deselected. */
function useOrder(groups: readonly FoldedGroup[]) {
  const rows = useMemo(() => groups.flatMap((group) => group.rows), [groups]);
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  useEffect(() => changeSelection((selection) => keepOnly(selection, ids)), [ids]);
  const latest = useRef(ids);
  useLayoutEffect(() => {
    latest.current = ids;
  }, [ids]);
  return { rows, ids, order: useCallback(() => latest.current, []) };
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
  const { foldsOf } = board;
  const expanded = useExpandedFolds(foldsOf ?? "");
  const groups = useMemo(
    () => withRows(arranged(stableGroups), foldsOf === null ? null : expanded),
    [stableGroups, arranged, foldsOf, expanded],
  );
  const { rows, ids, order } = useOrder(groups);
  const unread = useUnread();
  useRowKeys(holder, { order: ids, scrollTo });
  useKeptRow(holder, { order: ids, scrollTo });
  /** The props of a session's row. */
  const rowOf = (index: number) => {
    const row = rows[index];
    if (row?.kind !== "session") return undefined;
    const { session, inFold } = row;
    return {
      session,
      index,
      inFold,
      summary: board.summaries.get(session.id),
      facts: board.facts.get(session.id),
      node: board.nodes?.get(session.id),
      unread: unread.has(session.id),
      gone: gone.has(session.id),
      order,
    };
  };
  /** The props of the row of a trigger's sessions. */
  const foldOf = (index: number) => {
    const fold = rows[index];
    if (fold?.kind !== "fold") return undefined;
    const onToggle = (isExpanded: boolean): void => setFoldExpanded(foldsOf ?? "", fold.key, isExpanded);
    return { fold, index, onToggle };
  };
  return { groups, pending, release, rowOf, foldOf };
}

export type RowsOf = Pick<ReturnType<typeof useRows>, "rowOf" | "foldOf">;
export type RowProps = NonNullable<ReturnType<ReturnType<typeof useRows>["rowOf"]>>;
