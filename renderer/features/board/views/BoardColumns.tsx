import { useRef } from "react";
import { Virtuoso, type VirtuosoHandle } from "react-virtuoso";
import { FoldRow } from "../rows/FoldRow.tsx";
import type { FoldedGroup } from "../rows/folds.ts";
import { SessionCard } from "../rows/SessionCard.tsx";
import { type LayoutProps, type RowsOf, useRows } from "../rows/use-rows.ts";
import { GroupHeading } from "./GroupHeading.tsx";
import { ListFooter } from "./ListFooter.tsx";
import { PendingMovesButton } from "./PendingMovesButton.tsx";
import { text } from "./text.ts";

interface ColumnProps extends RowsOf {
  group: FoldedGroup;
  /** Index of its first row among all. */
  first: number;
  setHandle(handle: VirtuosoHandle | null): void;
}

function Column({ group, first, rowOf, foldOf, setHandle }: ColumnProps) {
  return (
    <section
      aria-label={group.title}
      className="flex w-72 max-w-[85vw] shrink-0 snap-start flex-col border-e border-line bg-canvas md:min-w-64 md:flex-1"
    >
      <GroupHeading group={group} className="mb-2" />
      {group.rows.length === 0 ? (
        <p className="px-4 text-xs text-faint">{text.groups.empty}</p>
      ) : (
        <Virtuoso
          ref={setHandle}
          className="min-h-0 flex-1"
          totalCount={group.rows.length}
          computeItemKey={(at) => group.rows[at]?.id ?? at}
          itemContent={(at) => {
            const fold = foldOf(first + at);
            if (fold) return <FoldRow {...fold} narrow />;
            const row = rowOf(first + at);
            return row && <SessionCard {...row} />;
          }}
          increaseViewportBy={300}
        />
      )}
    </section>
  );
}

/** Each group as a column of cards; a narrow screen scrolls from one to the next. */
export function BoardColumns({ board, about, holder }: LayoutProps) {
  const lists = useRef(new Map<number, VirtuosoHandle>());
  const { groups, pending, release, rowOf, foldOf } = useRows({
    board,
    about,
    holder,
    scrollTo: (index) => {
      const at = firsts.findLastIndex((first) => first <= index);
      lists.current.get(at)?.scrollIntoView({ index: index - (firsts[at] ?? 0), behavior: "auto" });
    },
  });
  const firsts: number[] = [];
  let count = 0;
  for (const { rows } of groups) {
    firsts.push(count);
    count += rows.length;
  }
  return (
    <>
      <PendingMovesButton count={pending} onShow={release} />
      <div className="flex h-full flex-col">
        {/* The columns scroll by the keyboard as well: each setHandles links. */}
        <div className="flex min-h-0 flex-1 snap-x overflow-x-auto">
          {groups.map((group, at) => (
            <Column
              key={group.key}
              group={group}
              first={firsts[at] ?? 0}
              rowOf={rowOf}
              foldOf={foldOf}
              setHandle={(handle) => {
                if (handle) lists.current.set(at, handle);
                else lists.current.delete(at);
              }}
            />
          ))}
        </div>
        {(board.truncated || board.more) && <ListFooter board={board} />}
      </div>
    </>
  );
}
