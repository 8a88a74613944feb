import { BookmarkPlus, Ellipsis } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { useMinute } from "../../../lib/time.ts";
import { Button } from "../../../ui/Button.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { Menu } from "../../../ui/Menu.tsx";
import { useKnownSessions } from "../../sessions/use-session-lists.ts";
import { type BoardSearch, storedPart } from "../filters/board-search.ts";
import type { ChangeSearch } from "../filters/use-board-search.ts";
import { deleteView, renameView, saveView } from "./saved-view-actions.ts";
import { useSavedViews } from "./saved-views.store.ts";
import { builtInViews, countOf, type SavedView, viewForSearch } from "./saved-views.ts";
import { useViewCommands } from "./use-view-commands.ts";
import { ViewNameDialog } from "./ViewNameDialog.tsx";

function ViewTab({
  view,
  count,
  on,
  onOpen,
}: {
  view: SavedView;
  /** Null while it is not known. */
  count: number | null;
  on: boolean;
  onOpen(): void;
}) {
  const asks = view.id === "needs-me" && count !== null && count > 0;
  return (
    <Button
      variant="quiet"
      size="small"
      aria-current={on ? "true" : undefined}
      onClick={onOpen}
      className="rounded-full aria-current:bg-accent-soft aria-current:text-accent"
    >
      <span className="max-w-40 truncate">{view.name}</span>
      <span
        className={`text-2xs tabular-nums empty:hidden ${asks ? "rounded-full bg-needs-soft px-1.5 font-semibold text-needs" : "font-normal"}`}
      >
        {count}
      </span>
    </Button>
  );
}

type Asked = { kind: "save" } | { kind: "rename"; view: SavedView };

function ViewMenu({ view, onRename }: { view: SavedView; onRename(): void }) {
  return (
    <Menu
      trigger={
        <IconButton label={`Options for the view “${view.name}”`}>
          <Ellipsis aria-hidden className="size-4" />
        </IconButton>
      }
      items={[
        { id: "rename", label: "Rename…", run: onRename },
        { id: "delete", label: "Delete", dangerous: true, run: () => deleteView(view) },
      ]}
    />
  );
}

/** The views of the board that have a name, each with how many sessions it shows, and a way to name this one. */
export function ViewTabs({ search, change }: { search: BoardSearch; change: ChangeSearch }) {
  const saved = useSavedViews((state) => state.views);
  const open = useKnownSessions();
  const now = useMinute();
  const [asked, setAsked] = useState<Asked | null>(null);
  const views = useMemo(() => [...builtInViews, ...saved], [saved]);
  const save = useCallback(() => setAsked({ kind: "save" }), []);
  useViewCommands({ views, change, onSave: save });
  const here = viewForSearch(views, search);
  const isOwn = here !== undefined && saved.includes(here);
  const name = (given: string): void => {
    if (asked?.kind === "rename") renameView(asked.view.id, given);
    else saveView(given, search);
  };
  return (
    <nav
      aria-label="Views"
      className="flex min-h-9 shrink-0 items-center gap-1 overflow-x-auto border-b border-line bg-surface px-2 py-1 md:px-3"
    >
      {views.map((view) => (
        <ViewTab
          key={view.id}
          view={view}
          count={open && countOf(view.search, open, now)}
          on={view === here}
          onOpen={() => change(() => storedPart(view.search))}
        />
      ))}
      {isOwn && <ViewMenu view={here} onRename={() => setAsked({ kind: "rename", view: here })} />}
      {here === undefined && (
        <Button variant="quiet" size="small" onClick={save}>
          <BookmarkPlus aria-hidden className="size-3.5" />
          Save view
        </Button>
      )}
      {asked !== null && (
        <ViewNameDialog
          title={asked.kind === "save" ? "Save view" : "Rename view"}
          name={asked.kind === "save" ? "" : asked.view.name}
          onName={name}
          onClose={() => setAsked(null)}
        />
      )}
    </nav>
  );
}
