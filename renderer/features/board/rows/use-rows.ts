import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { useUnreadEntries } from "../../inbox/api.ts";
import { changeSelection, keepOnly } from "../../selection/selection.store.ts";
import { useRowKeys } from "../../selection/use-row-keys.ts";
import type { BoardData } from "../use-board.ts";
import type { BoardGroup } from "../view-model.ts";
import { useStableRows } from "./use-stable-rows.ts";

/** The ids on the screen from top to bottom; what is not among them is not selected any more. */
function useOrder(groups: readonly BoardGroup[]) {
  const sessions = useMemo(() => groups.flatMap((group) => group.sessions), [groups]);
  const ids = useMemo(() => sessions.map(({ id }) => id), [sessions]);
  useEffect(() => changeSelection((held) => keepOnly(held, ids)), [ids]);
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
  /** What the list is of: the address, and the pages of it that were read. */
  about: string;
  holder: RefObject<HTMLElement | null>;
}

interface Drawing extends LayoutProps {
  /** The groups as they are drawn, where that is not as they came. */
  arranged?(groups: readonly BoardGroup[]): readonly BoardGroup[];
  scrollTo(index: number): void;
}

const asTheyCame = (groups: readonly BoardGroup[]): readonly BoardGroup[] => groups;

/** What every layout draws, held still under a pointer, and its keys. */
export function useRows({ board, about, holder, scrollTo, arranged = asTheyCame }: Drawing) {
  const { groups: steady, gone, pending, release } = useStableRows(board.groups, about, holder);
  const groups = useMemo(() => arranged(steady), [steady, arranged]);
  const { sessions, ids, order } = useOrder(groups);
  const unread = useUnread();
  useRowKeys(holder, { order: ids, scrollTo });
  /** What a row is drawn from. */
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
