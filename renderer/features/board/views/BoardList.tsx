import { type ReactNode, useCallback, useMemo, useRef } from "react";
import { GroupedVirtuoso, type GroupedVirtuosoHandle } from "react-virtuoso";
import { type PickedUp, withMove } from "../../reorder/move-rules.ts";
import { ReorderableList } from "../../reorder/ReorderableList.tsx";
import { useReorderState } from "../../reorder/reorder.store.ts";
import { FoldRow } from "../rows/FoldRow.tsx";
import { movedRanksKey, useMovedSessions } from "../rows/moved-sessions.store.ts";
import { SessionRow } from "../rows/SessionRow.tsx";
import { useReorderSessions } from "../rows/use-reorder-sessions.ts";
import { type LayoutProps, useRows } from "../rows/use-rows.ts";
import { useSwipes } from "../rows/use-swipes.ts";
import type { BoardGroup } from "../view-model.ts";
import { GroupHeading } from "./GroupHeading.tsx";
import { ListFooter } from "./ListFooter.tsx";
import { PendingMovesButton } from "./PendingMovesButton.tsx";

/** The groups with the picked-up rows where they would be dropped. */
function withPickedUp(groups: readonly BoardGroup[], pickedUp: PickedUp | null): readonly BoardGroup[] {
  if (pickedUp === null || !groups.some(({ key }) => key === pickedUp.to.section)) return groups;
  const byId = new Map(groups.flatMap(({ sessions }) => sessions.map((one) => [one.id, one] as const)));
  const sections = groups.map(({ key, title, sessions }) => ({
    key,
    title,
    ids: sessions.map(({ id }) => id),
  }));
  const moved = withMove(sections, pickedUp.ids, pickedUp.to);
  return groups.map((group, at) => ({
    ...group,
    sessions: (moved[at]?.ids ?? []).flatMap((id) => byId.get(id) ?? []),
  }));
}

function Movable({ board, children }: Pick<LayoutProps, "board"> & { children: ReactNode }) {
  return (
    <ReorderableList on={board.ranking} {...useReorderSessions(board.groups)}>
      {children}
    </ReorderableList>
  );
}

function Rows({ board, about, holder }: LayoutProps) {
  const list = useRef<GroupedVirtuosoHandle>(null);
  const pickedUp = useReorderState((state) => state.pickedUp);
  const { groups, pending, release, rowOf, foldOf } = useRows({
    board,
    about,
    holder,
    arranged: useCallback((given) => withPickedUp(given, pickedUp), [pickedUp]),
    scrollTo: (index) => list.current?.scrollIntoView({ index, behavior: "auto" }),
  });
  // A row keeps its element, and so the focus, when its session moves.
  const keys = useMemo(
    () => groups.flatMap((group) => [group.key, ...group.rows.map(({ id }) => id)]),
    [groups],
  );
  useSwipes(
    holder,
    useMemo(() => groups.flatMap(({ sessions }) => sessions), [groups]),
  );
  const { truncated, more, loadingMore } = board;
  const components = useMemo(
    () => ({ Footer: () => <ListFooter board={{ truncated, more, loadingMore }} /> }),
    [truncated, more, loadingMore],
  );
  return (
    <>
      <PendingMovesButton count={pending} onShow={release} />
      <GroupedVirtuoso
        ref={list}
        className="h-full overflow-x-hidden"
        groupCounts={groups.map((group) => group.rows.length)}
        groupContent={(at) => {
          const group = groups[at];
          return group && <GroupHeading group={group} />;
        }}
        itemContent={(index) => {
          const fold = foldOf(index);
          if (fold) return <FoldRow {...fold} />;
          const row = rowOf(index);
          return row && <SessionRow {...row} />;
        }}
        computeItemKey={(at) => keys[at] ?? at}
        increaseViewportBy={300}
        components={components}
      />
    </>
  );
}

/** The groups below each other; only visible rows are rendered. */
export function BoardList({ board, about, holder }: LayoutProps) {
  const own = useMovedSessions(({ ids }) => ids);
  const mark = useMemo(() => movedRanksKey(board.groups, own), [board.groups, own]);
  return (
    <Movable board={board}>
      <Rows board={board} about={`${about} ${mark}`} holder={holder} />
    </Movable>
  );
}
