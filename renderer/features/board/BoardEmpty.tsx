import { Link } from "@tanstack/react-router";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { activeFilters, type BoardSearch, filterNames, without } from "./filters/board-search.ts";
import type { ChangeSearch } from "./filters/use-board-search.ts";
import type { BoardData } from "./use-board.ts";

function NotFound({ search, change, scan }: Omit<Props, "offBoard">) {
  const filtered = activeFilters(search).length > 0;
  const notYet = scan !== null && scan.state !== "complete";
  if (scan?.state === "running") {
    return <EmptyState title="No matches yet" text="Searching transcripts, newest sessions first." />;
  }
  return (
    <EmptyState
      title={notYet ? "No matches yet" : "No matching sessions"}
      text={
        notYet
          ? "The search stopped before it reached every session."
          : `No session matches your search${filtered ? " and filters" : ""}.`
      }
    >
      {search.contents !== true && (
        <Button onClick={() => change((held) => ({ ...held, contents: true }))}>Search contents too</Button>
      )}
      {search.archived !== true && (
        <Button onClick={() => change((held) => ({ ...held, archived: true }))}>Include archived</Button>
      )}
      <Button onClick={() => change((held) => without(held, ["q", "contents", ...filterNames]))}>
        {filtered ? "Clear search and filters" : "Clear search"}
      </Button>
    </EmptyState>
  );
}

interface Props {
  search: BoardSearch;
  change: ChangeSearch;
  scan: BoardData["scan"];
  /** Sessions that fit and lie off the board. */
  offBoard: number;
}

/** A board without a row says why, and what to do next. */
export function BoardEmpty({ search, change, scan, offBoard }: Props) {
  if (search.q !== undefined) return <NotFound search={search} change={change} scan={scan} />;
  if (activeFilters(search).length > 0) {
    return (
      <EmptyState title="No matching sessions" text="No session matches your filters.">
        <Button onClick={() => change((held) => without(held, filterNames))}>Clear filters</Button>
      </EmptyState>
    );
  }
  if (offBoard > 0) {
    return (
      <EmptyState
        title="The board is clear"
        text={`${offBoard} ${offBoard === 1 ? "session is" : "sessions are"} snoozed or hidden. Their agents keep working.`}
      >
        <Button onClick={() => change((held) => ({ ...held, board: "off" }))}>Show snoozed and hidden</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No sessions yet"
      text="A session is an agent that works on a task in its own clone of a repository. Start one to see it here."
    >
      <Link
        to="/sessions/new"
        className="inline-flex h-8 items-center rounded-md bg-accent-fill px-3 font-medium text-on-accent hover:bg-accent-fill-hover"
      >
        New session
      </Link>
    </EmptyState>
  );
}
