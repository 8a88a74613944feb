import { useMemo } from "react";
import { type Command, useRegisterCommands } from "../../../lib/commands.ts";
import { storedPart } from "../filters/board-search.ts";
import type { ChangeSearch } from "../filters/use-board-search.ts";
import type { SavedView } from "./saved-views.ts";
import { text } from "./text.ts";

interface Props {
  views: readonly SavedView[];
  change: ChangeSearch;
  onSave(): void;
}

/** Registers a command for each view, and one that saves the current view. */
export function useViewCommands({ views, change, onSave }: Props): void {
  const commands = useMemo<readonly Command[]>(
    () => [
      ...views.map(
        ({ id, name, search }): Command => ({
          id: `board.view.${id}`,
          label: text.saved.command(name),
          group: "Board",
          keywords: "saved filter",
          run: () => change(() => storedPart(search)),
        }),
      ),
      {
        id: "board.view.save",
        label: text.saved.save,
        group: "Board",
        keywords: "bookmark",
        run: onSave,
      },
    ],
    [views, change, onSave],
  );
  useRegisterCommands("board.views", commands);
}
