import { useMemo, useRef } from "react";
import {
  type ItemProps,
  type TableComponents,
  TableVirtuoso,
  type TableVirtuosoHandle,
} from "react-virtuoso";
import { useMinute } from "../../../lib/time.ts";
import { useSelection } from "../../selection/selection.store.ts";
import { ExpandButton } from "../rows/ExpandButton.tsx";
import { FoldButton } from "../rows/FoldRow.tsx";
import { RowButtons } from "../rows/RowButtons.tsx";
import { RowCheckbox } from "../rows/RowCheckbox.tsx";
import { RowTitle } from "../rows/RowTitle.tsx";
import { cells } from "../rows/table-cells.tsx";
import { type LayoutProps, type RowProps, type RowsOf, useRows } from "../rows/use-rows.ts";
import { useColumns } from "./columns.store.ts";
import { type ColumnName } from "./columns.ts";
import { ListFooter } from "./ListFooter.tsx";
import { PendingMovesButton } from "./PendingMovesButton.tsx";
import { text } from "./text.ts";

function TableRow({ context, item: _item, ...rest }: ItemProps<unknown> & { context: RowsOf }) {
  const index = rest["data-index"];
  const row = context.rowOf(index);
  const id = row?.session.id ?? context.foldOf(index)?.fold.id ?? 0;
  const isSelected = useSelection(({ ids }) => ids.has(id));
  return (
    <tr
      {...rest}
      data-row={index}
      data-session={id}
      className={`group/row relative isolate border-b border-line ${isSelected ? "bg-accent-soft" : "bg-surface hover:bg-hover has-[a:focus-visible]:bg-hover"} ${row?.gone ? "opacity-45" : ""}`}
    />
  );
}

const components: TableComponents<unknown, RowsOf> = {
  Table: (props) => <table {...props} className="w-full min-w-max border-collapse text-xs" />,
  TableRow,
};

const cell = "max-w-64 truncate px-2 py-1 text-start text-soft";

function Head({ columns }: { columns: readonly ColumnName[] }) {
  const head =
    "h-8 bg-canvas px-2 text-start text-xs font-semibold text-soft shadow-[inset_0_-1px_var(--line)]";
  return (
    <tr>
      <th scope="col" className={`${head} ps-10 md:ps-11`}>
        {text.table.session}
      </th>
      {columns.map((column) => (
        <th key={column} scope="col" className={head}>
          {text.columns[column]}
        </th>
      ))}
      <th scope="col" className={head}>
        <span className="sr-only">{text.table.actions}</span>
      </th>
    </tr>
  );
}

function Cells({ row, columns }: { row: RowProps; columns: readonly ColumnName[] }) {
  const now = useMinute();
  const { session, node, inFold, unread, order } = row;
  return (
    <>
      <th scope="row" className="max-w-96 px-3 py-1 text-start text-sm font-normal md:px-4">
        <span
          className="flex min-w-48 items-center gap-2"
          style={{ marginInlineStart: `${Math.min(node?.depth ?? Number(inFold), 6)}rem` }}
        >
          <RowCheckbox session={session} order={order} />
          <RowTitle session={session} unread={unread} />
          {node && <ExpandButton session={session} node={node} />}
        </span>
      </th>
      {columns.map((column) => (
        <td key={column} className={cell}>
          {cells[column](row, now)}
        </td>
      ))}
      <td className="px-2 py-0.5">
        <RowButtons session={session} />
      </td>
    </>
  );
}

/** One line for each session with the chosen columns. */
export function BoardTable({ board, about, holder }: LayoutProps) {
  const list = useRef<TableVirtuosoHandle>(null);
  const columns = useColumns((state) => state.columns);
  const { groups, pending, release, rowOf, foldOf } = useRows({
    board,
    about,
    holder,
    scrollTo: (index) => list.current?.scrollIntoView({ index, behavior: "auto" }),
  });
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0);
  const head = useMemo(() => () => <Head columns={columns} />, [columns]);
  return (
    <>
      <PendingMovesButton count={pending} onShow={release} />
      <div className="flex h-full flex-col">
        <TableVirtuoso
          ref={list}
          className="min-h-0 flex-1"
          totalCount={count}
          context={{ rowOf, foldOf }}
          components={components}
          computeItemKey={(index) => rowOf(index)?.session.id ?? foldOf(index)?.fold.id ?? index}
          fixedHeaderContent={head}
          itemContent={(index) => {
            const fold = foldOf(index);
            if (fold)
              return (
                <td colSpan={columns.length + 2} className="px-3 text-sm md:px-4">
                  <FoldButton {...fold} />
                </td>
              );
            const row = rowOf(index);
            return row && <Cells row={row} columns={columns} />;
          }}
          increaseViewportBy={300}
        />
        {(board.truncated || board.more) && <ListFooter board={board} />}
      </div>
    </>
  );
}
