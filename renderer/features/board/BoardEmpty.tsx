import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { NewSessionLink } from "../new-session/NewSessionLink.tsx";
import { activeFilters, type BoardSearch, filterNames, without } from "./filters/board-search.ts";
import type { ChangeSearch } from "./filters/use-board-search.ts";
import { text } from "./text.ts";
import type { BoardData } from "./use-board.ts";

function NotFound({ search, change, scan }: Omit<Props, "offBoard">) {
  const filtered = activeFilters(search).length > 0;
  const noMatch = filtered ? text.empty.noMatchFiltered : text.empty.noMatch;
  if (scan?.state === "running") {
    return <EmptyState title={text.empty.searching} />;
  }
  return (
    <EmptyState title={scan === null || scan.state === "complete" ? noMatch : text.empty.stopped}>
      {search.contents !== true && (
        <Button onClick={() => change((current) => ({ ...current, contents: true }))}>
          {text.empty.searchContents}
        </Button>
      )}
      {search.archived !== true && (
        <Button onClick={() => change((current) => ({ ...current, archived: true }))}>
          {text.empty.includeArchived}
        </Button>
      )}
      <Button onClick={() => change((current) => without(current, ["q", "contents", ...filterNames]))}>
        {filtered ? text.empty.clearBoth : text.empty.clearSearch}
      </Button>
    </EmptyState>
  );
}

interface Props {
  search: BoardSearch;
  change: ChangeSearch;
  scan: BoardData["scan"];
  /** How many matching sessions are snoozed or hidden. */
  offBoard: number;
}

/** Says why the board is empty, and what to do next. */
export function BoardEmpty({ search, change, scan, offBoard }: Props) {
  if (search.q !== undefined) return <NotFound search={search} change={change} scan={scan} />;
  if (activeFilters(search).length > 0) {
    return (
      <EmptyState title={text.empty.noFilterMatch}>
        <Button onClick={() => change((current) => without(current, filterNames))}>
          {text.empty.clearFilters}
        </Button>
      </EmptyState>
    );
  }
  if (offBoard > 0) {
    return (
      <EmptyState title={text.empty.offBoard} text={text.empty.offBoardHint(offBoard)}>
        <Button onClick={() => change((current) => ({ ...current, board: "off" }))}>
          {text.empty.showOffBoard}
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState title={text.empty.none} text={text.empty.noneHint}>
      <NewSessionLink className="inline-flex h-8 items-center rounded-md bg-accent-fill px-3 font-medium text-on-accent hover:bg-accent-fill-hover">
        {text.empty.newSession}
      </NewSessionLink>
    </EmptyState>
  );
}
