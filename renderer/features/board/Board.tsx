import { Link } from "@tanstack/react-router";
import { useMemo, useRef } from "react";
import { sentencesOf } from "../../lib/api-error.ts";
import { type Command, useOfferCommands } from "../../lib/commands.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Problem } from "../../ui/Problem.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { BoardList } from "./BoardList.tsx";
import { BoardToolbar } from "./BoardToolbar.tsx";
import {
  changeBoardView,
  isFiltered,
  setRuntime,
  setSearch,
  toggleArchived,
  useBoardView,
} from "./board.store.ts";
import { useBoard } from "./use-board.ts";

function useBoardCommands() {
  const input = useRef<HTMLInputElement>(null);
  const commands = useMemo<readonly Command[]>(
    () => [
      {
        id: "board.search",
        label: "Search the board",
        group: "Board",
        shortcut: "/",
        run: () => {
          input.current?.focus();
          input.current?.select();
        },
      },
      {
        id: "board.archived",
        label: "Show or hide archived sessions",
        group: "Board",
        shortcut: "a",
        run: () => changeBoardView(toggleArchived),
      },
    ],
    [],
  );
  useOfferCommands("board", commands);
  return input;
}

function NothingHere({ filtered }: { filtered: boolean }) {
  const reset = (): void => changeBoardView((view) => setSearch(setRuntime(view, null), ""));
  if (filtered) {
    return (
      <EmptyState title="Nothing fits" text="No session matches the search and filters that are set.">
        <Button onClick={reset}>Clear them</Button>
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

function BoardBody({ board, filtered }: { board: ReturnType<typeof useBoard>; filtered: boolean }) {
  if (board.loading) return <Skeleton lines={9} label="Loading the sessions" />;
  if (board.groups.length === 0 && board.error === null) return <NothingHere filtered={filtered} />;
  return <BoardList groups={board.groups} truncated={board.truncated} more={board.more} />;
}

/** Every session by what it asks of you. */
export function Board() {
  const board = useBoard();
  const filtered = isFiltered(useBoardView());
  const input = useBoardCommands();
  return (
    <>
      <BoardToolbar sessions={board.sessions} input={input} />
      {board.error !== null && (
        <div className="p-3 md:px-4">
          <Problem title="The sessions could not be loaded" sentences={sentencesOf(board.error)}>
            <Button size="small" onClick={board.refresh}>
              Try again
            </Button>
          </Problem>
        </div>
      )}
      <BoardBody board={board} filtered={filtered} />
    </>
  );
}
