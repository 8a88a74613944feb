import { useMemo } from "react";
import { type Command, useRegisterCommands } from "../../../lib/commands.ts";
import { storedPart } from "../filters/board-search.ts";
import type { ChangeSearch } from "../filters/use-board-search.ts";
import type { SavedView } from "./saved-views.ts";

interface Offer {
  views: readonly SavedView[];
  change: ChangeSearch;
  onSave(): void;
}

/** Offers each view by its name, and to name the one that is shown. */
export function useViewCommands({ views, change, onSave }: Offer): void {
  const commands = useMemo<readonly Command[]>(
    () => [
      ...views.map(
        ({ id, name, search }): Command => ({
          id: `board.view.${id}`,
          label: `View: ${name}`,
          group: "Board",
          keywords: "saved filter",
          run: () => change(() => storedPart(search)),
        }),
      ),
      { id: "board.view.save", label: "Save view", group: "Board", keywords: "bookmark", run: onSave },
    ],
    [views, change, onSave],
  );
  useRegisterCommands("board.views", commands);
}
