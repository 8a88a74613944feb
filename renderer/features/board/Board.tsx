import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { errorMessages } from "../../lib/api-error.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import { ScanStatus } from "../search/ScanStatus.tsx";
import { usePageSearch } from "../search/use-page-search.ts";
import { BulkBar } from "../selection/BulkBar.tsx";
import { rememberBoard } from "../sessions/left-board.store.ts";
import { OwnerBanner } from "../settings/owner/OwnerBanner.tsx";
import { BoardEmpty } from "./BoardEmpty.tsx";
import { BoardToolbar, FilterChips, PhoneToolbar } from "./BoardToolbar.tsx";
import type { BoardSearch, Layout } from "./filters/board-search.ts";
import { type ChangeSearch, useBoardSearch } from "./filters/use-board-search.ts";
import { useExpandedFolds } from "./rows/folds.store.ts";
import { orderIn, visibleIn, withRows } from "./rows/folds.ts";
import { replyInRow } from "./rows/replying.store.ts";
import { text } from "./text.ts";
import { type BoardData, useBoard } from "./use-board.ts";
import { useBoardCommands } from "./use-board-commands.ts";
import { BoardColumns } from "./views/BoardColumns.tsx";
import { BoardList } from "./views/BoardList.tsx";
import { BoardTable } from "./views/BoardTable.tsx";
import { ViewTabs } from "./views/ViewTabs.tsx";

function LoadProblem({ board }: { board: BoardData }) {
  if (board.error === null) return null;
  return (
    <div className="p-3 md:px-4">
      <ErrorAlert title={text.loadFailed} messages={errorMessages(board.error)}>
        <Button size="small" onClick={board.refresh}>
          {text.retry}
        </Button>
      </ErrorAlert>
    </div>
  );
}

const layoutParts = { list: BoardList, columns: BoardColumns, table: BoardTable } satisfies Record<
  Layout,
  unknown
>;

function Body({ board, search, change }: { board: BoardData; search: BoardSearch; change: ChangeSearch }) {
  const holder = useRef<HTMLElement>(null);
  const Sessions = layoutParts[search.layout ?? "list"];
  if (board.loading) return <Skeleton lines={9} shape="sessions" label={text.loading} />;
  if (board.groups.length === 0) {
    if (board.error !== null || board.scan?.state === "failed") return null;
    return <BoardEmpty search={search} change={change} scan={board.scan} offBoard={board.offBoard} />;
  }
  return (
    <section ref={holder} aria-label={text.sessions} className="relative min-h-0 flex-1">
      <Sessions board={board} about={`${JSON.stringify(search)} ${board.reading}`} holder={holder} />
    </section>
  );
}

/** Replies in the row, or on the session's page where rows have no room for that. */
function useReply(layout: Layout): (id: number) => void {
  const navigate = useNavigate();
  return useCallback(
    (id) => {
      if (layout === "list") replyInRow(id);
      else void navigate({ to: "/sessions/$id", params: { id: String(id) } });
    },
    [layout, navigate],
  );
}

/** The sessions, grouped by what they need from you. */
export function Board() {
  const [search, change] = useBoardSearch();
  const board = useBoard(search);
  const field = usePageSearch();
  const isWide = useMediaQuery("(min-width: 48rem)");
  const { groups, foldsOf } = board;
  const expanded = useExpandedFolds(foldsOf ?? "");
  const folded = useMemo(
    () => withRows(groups, foldsOf === null ? null : expanded),
    [groups, foldsOf, expanded],
  );
  const shown = useMemo(() => visibleIn(folded), [folded]);
  useEffect(() => {
    const order = orderIn(folded);
    const archived = order.filter(({ status }) => status === "archived").map(({ id }) => id);
    rememberBoard({ search, order: order.map(({ id }) => id), archived });
  }, [search, folded]);
  const selected = useBoardCommands({
    shown,
    change,
    focusSearch: field.focus,
    reply: useReply(search.layout ?? "list"),
  });
  return (
    <>
      <OwnerBanner />
      {isWide ? (
        <>
          <BoardToolbar search={search} change={change} offBoard={board.offBoard} field={field} />
          <ViewTabs search={search} change={change} />
        </>
      ) : (
        <PhoneToolbar search={search} change={change} offBoard={board.offBoard} field={field} />
      )}
      <FilterChips search={search} change={change} />
      {board.scan !== null && <ScanStatus search={board.scan} />}
      <LoadProblem board={board} />
      <Body board={board} search={search} change={change} />
      <BulkBar sessions={selected} />
    </>
  );
}
