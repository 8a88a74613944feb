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
    return (
      <EmptyState
        title="Not found yet"
        text="The transcripts are being looked through, the newest sessions first."
      />
    );
  }
  return (
    <EmptyState
      title={notYet ? "Not found yet" : "Nothing fits"}
      text={
        notYet
          ? "The search was stopped before its end."
          : `No session matches the search${filtered ? " and the filters that are set" : ""}.`
      }
    >
      {search.contents !== true && (
        <Button onClick={() => change((held) => ({ ...held, contents: true }))}>Search contents too</Button>
      )}
      {search.archived !== true && (
        <Button onClick={() => change((held) => ({ ...held, archived: true }))}>In the archive too</Button>
      )}
      <Button onClick={() => change((held) => without(held, ["q", "contents", ...filterNames]))}>
        {filtered ? "Clear them" : "Clear it"}
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
      <EmptyState title="Nothing fits" text="No session matches the filters that are set.">
        <Button onClick={() => change((held) => without(held, filterNames))}>Clear them</Button>
      </EmptyState>
    );
  }
  if (offBoard > 0) {
    return (
      <EmptyState
        title="The board is clear"
        text={`Snoozed or hidden: ${offBoard}. They work on all the same.`}
      >
        <Button onClick={() => change((held) => ({ ...held, board: "off" }))}>Show them</Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="No sessions yet"
      text="A session is an agent at work in a clone of its own. Give one a repository and a task."
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
