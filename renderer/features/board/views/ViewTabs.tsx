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
import { text } from "./text.ts";
import { useViewCommands } from "./use-view-commands.ts";
import { ViewNameDialog } from "./ViewNameDialog.tsx";

function ViewTab({
  view,
  count,
  isCurrent,
  onOpen,
}: {
  view: SavedView;
  /** Null while unknown. */
  count: number | null;
  isCurrent: boolean;
  onOpen(): void;
}) {
  const needsYou = view.id === "needs-me" && count !== null && count > 0;
  return (
    <Button
      variant="quiet"
      size="small"
      aria-current={isCurrent ? "true" : undefined}
      onClick={onOpen}
      className="rounded-full aria-current:bg-accent-soft aria-current:text-accent"
    >
      <span className="max-w-40 truncate">{view.name}</span>
      <span
        className={`text-2xs tabular-nums empty:hidden ${needsYou ? "rounded-full bg-needs-soft px-1.5 font-semibold text-needs" : "font-normal"}`}
      >
        {count}
      </span>
    </Button>
  );
}

type NameDialog = { kind: "save" } | { kind: "rename"; view: SavedView };

function ViewMenu({ view, onRename }: { view: SavedView; onRename(): void }) {
  return (
    <Menu
      trigger={
        <IconButton label={text.saved.options(view.name)}>
          <Ellipsis aria-hidden className="size-4" />
        </IconButton>
      }
      items={[
        { id: "rename", label: text.saved.rename, run: onRename },
        { id: "delete", label: text.saved.delete, dangerous: true, run: () => deleteView(view) },
      ]}
    />
  );
}

/** The named views of the board, each with its number of sessions, and a button to save the current one. */
export function ViewTabs({ search, change }: { search: BoardSearch; change: ChangeSearch }) {
  const saved = useSavedViews((state) => state.views);
  const open = useKnownSessions();
  const now = useMinute();
  const [dialog, setDialog] = useState<NameDialog | null>(null);
  const views = useMemo(() => [...builtInViews, ...saved], [saved]);
  const save = useCallback(() => setDialog({ kind: "save" }), []);
  useViewCommands({ views, change, onSave: save });
  const current = viewForSearch(views, search);
  const isOwn = current !== undefined && saved.includes(current);
  const name = (given: string): void => {
    if (dialog?.kind === "rename") renameView(dialog.view.id, given);
    else saveView(given, search);
  };
  return (
    <nav
      aria-label={text.saved.label}
      className="flex min-h-9 items-center gap-1 overflow-x-auto bg-surface px-2 py-1 [scrollbar-width:none] max-md:min-w-0 max-md:flex-1 md:shrink-0 md:border-b md:border-line md:px-3"
    >
      {views.map((view) => (
        <ViewTab
          key={view.id}
          view={view}
          count={open && countOf(view.search, open, now)}
          isCurrent={view === current}
          onOpen={() => change(() => storedPart(view.search))}
        />
      ))}
      {isOwn && <ViewMenu view={current} onRename={() => setDialog({ kind: "rename", view: current })} />}
      {current === undefined && (
        <Button variant="quiet" size="small" onClick={save}>
          <BookmarkPlus aria-hidden className="size-3.5" />
          {text.saved.save}
        </Button>
      )}
      {dialog !== null && (
        <ViewNameDialog
          title={dialog.kind === "save" ? text.saved.saveTitle : text.saved.renameTitle}
          name={dialog.kind === "save" ? "" : dialog.view.name}
          onName={name}
          onClose={() => setDialog(null)}
        />
      )}
    </nav>
  );
}
