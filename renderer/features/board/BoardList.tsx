import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from "react";
import { GroupedVirtuoso, type GroupedVirtuosoHandle } from "react-virtuoso";
import { Button } from "../../ui/Button.tsx";
import { changeSelection, keepOnly } from "../selection/selection.store.ts";
import { StatusMark } from "../sessions/StatusMark.tsx";
import { SessionRow } from "./SessionRow.tsx";
import type { BoardData } from "./use-board.ts";
import { useUnread } from "./use-marks.ts";
import { useRowKeys } from "./use-row-keys.ts";
import { useSteady } from "./use-steady.ts";
import type { BoardGroup } from "./view-model.ts";

function GroupHeading({ group }: { group: BoardGroup }) {
  return (
    <h2 className="flex h-9 items-center gap-2 border-b border-line bg-canvas px-3 pt-1 text-xs font-semibold text-soft md:px-4">
      {group.status !== null && <StatusMark status={group.status} silent />}
      {group.title}
      <span className="font-normal text-faint tabular-nums">{group.sessions.length}</span>
    </h2>
  );
}

function Footer({ board }: { board: Pick<BoardData, "truncated" | "more" | "loadingMore"> }) {
  const { truncated, more, loadingMore } = board;
  return (
    <div className="flex flex-col items-center gap-2 px-4 py-5 text-xs text-faint">
      {truncated && <p>Only the first 500 sessions are shown. Search or filter to find the others.</p>}
      {more && (
        <Button size="small" busy={loadingMore} onClick={more}>
          Show more
        </Button>
      )}
    </div>
  );
}

/** What changed while the rows were held in place. */
function Pending({ count, onShow }: { count: number; onShow(): void }) {
  if (count === 0) return null;
  return (
    <p className="pointer-events-none absolute inset-x-0 top-1 z-20 flex justify-center">
      <Button size="small" className="pointer-events-auto rounded-full shadow-pop" onClick={onShow}>
        {count === 1 ? "1 session has moved" : `${count} sessions have moved`}. Show
      </Button>
    </p>
  );
}

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

interface Props {
  board: BoardData;
  /** What the list is of: the address, and the pages of it that were read. */
  about: string;
  holder: RefObject<HTMLElement | null>;
}

/** The groups one after the other, with only what is in sight in the page. */
export function BoardList({ board, about, holder }: Props) {
  const list = useRef<GroupedVirtuosoHandle>(null);
  const { groups, gone, pending, release } = useSteady(board.groups, about, holder);
  const { sessions, ids, order } = useOrder(groups);
  const unread = useUnread();
  useRowKeys(holder, {
    order: ids,
    scrollTo: (index) => list.current?.scrollIntoView({ index, behavior: "auto" }),
  });
  // A row keeps its element, and with it the focus, wherever its session moves to.
  const keys = useMemo(
    () => groups.flatMap((group) => [group.key, ...group.sessions.map(({ id }) => id)]),
    [groups],
  );
  const { truncated, more, loadingMore } = board;
  const components = useMemo(
    () => ({ Footer: () => <Footer board={{ truncated, more, loadingMore }} /> }),
    [truncated, more, loadingMore],
  );
  return (
    <>
      <Pending count={pending} onShow={release} />
      <GroupedVirtuoso
        ref={list}
        className="h-full"
        groupCounts={groups.map((group) => group.sessions.length)}
        groupContent={(at) => {
          const group = groups[at];
          return group && <GroupHeading group={group} />;
        }}
        itemContent={(index) => {
          const session = sessions[index];
          return (
            session && (
              <SessionRow
                session={session}
                index={index}
                summary={board.summaries.get(session.id)}
                unread={unread.has(session.id)}
                gone={gone.has(session.id)}
                order={order}
              />
            )
          );
        }}
        computeItemKey={(at) => keys[at] ?? at}
        increaseViewportBy={300}
        components={components}
      />
    </>
  );
}
