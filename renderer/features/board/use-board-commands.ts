import { useMemo } from "react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { type Command, useRegisterCommands } from "../../lib/commands.ts";
import { manageCategories } from "../categories/categories.store.ts";
import { text as categoryText } from "../categories/text.ts";
import { changeSelection, clear, selectAll, toggle, useSelection } from "../selection/selection.store.ts";
import { useActionCommands } from "../selection/use-action-commands.ts";
import { groupings, layouts, readBoardSearch } from "./filters/board-search.ts";
import type { ChangeSearch } from "./filters/use-board-search.ts";
import { text } from "./text.ts";
import { text as viewsText } from "./views/text.ts";

const board = "Board";

function searchCommands(focusSearch: () => void, change: ChangeSearch): Command[] {
  return [
    {
      id: "board.search",
      label: text.commands.search,
      group: board,
      hotkey: "board.search",
      run: focusSearch,
    },
    {
      id: "board.contents",
      label: text.commands.contents,
      group: board,
      keywords: "transcripts",
      run: () =>
        change(({ contents, ...others }) => (contents === true ? others : { ...others, contents: true })),
    },
    {
      id: "board.archived",
      label: text.commands.archived,
      group: board,
      hotkey: "board.archived",
      run: () =>
        change(({ archived, ...others }) => (archived === true ? others : { ...others, archived: true })),
    },
  ];
}

/** Palette commands for the layout and grouping of the board. */
const displayCommands = (change: ChangeSearch): Command[] => [
  ...layouts.map(
    (layout): Command => ({
      id: `board.layout.${layout}`,
      label: text.commands.layout(viewsText.layouts[layout]),
      group: board,
      keywords: "display kanban",
      run: () => change((search) => readBoardSearch({ ...search, layout })),
    }),
  ),
  ...groupings.map(
    (group): Command => ({
      id: `board.group.${group}`,
      label: text.commands.group(viewsText.groupings[group]),
      group: board,
      keywords: "display",
      run: () => change((search) => readBoardSearch({ ...search, group })),
    }),
  ),
];

const categoryCommand: Command = {
  id: "board.categories",
  label: categoryText.commands.manage,
  group: board,
  keywords: "rename freeze order delete",
  run: manageCategories,
};

/** Commands on the selection. The current row is the one that has, or last had, the focus. */
function selectionCommands(
  shown: readonly Session[],
  current: number | null,
  of: { hasSelection: boolean; reply(id: number): void },
): Command[] {
  return [
    {
      id: "board.select_all",
      label: text.commands.selectAll,
      group: board,
      hotkey: "board.select_all",
      run: () =>
        changeSelection((selection) =>
          selectAll(
            selection,
            shown.map(({ id }) => id),
          ),
        ),
    },
    ...(current === null
      ? []
      : [
          {
            id: "board.select",
            label: text.commands.selectRow,
            group: board,
            hotkey: "board.select",
            run: () => changeSelection((selection) => toggle(selection, current)),
          } as const,
          {
            id: "board.reply",
            label: text.commands.reply,
            group: board,
            hotkey: "board.reply",
            run: () => of.reply(current),
          } as const,
        ]),
    ...(of.hasSelection
      ? [
          {
            id: "board.clear_selection",
            label: text.commands.clearSelection,
            group: board,
            hotkey: "app.close",
            run: () => changeSelection(clear),
          } as const,
        ]
      : []),
  ];
}

const noSessions: readonly Session[] = [];

/** Registers the commands of the board. Returns the selected sessions. */
export function useBoardCommands(of: {
  shown: readonly Session[];
  change: ChangeSearch;
  focusSearch(): void;
  reply(id: number): void;
}): readonly Session[] {
  const { shown, change, focusSearch, reply } = of;
  const { ids, current } = useSelection();
  const selected = useMemo(
    () => (ids.size === 0 ? noSessions : shown.filter(({ id }) => ids.has(id))),
    [shown, ids],
  );
  const focused = useMemo(() => shown.filter(({ id }) => id === current), [shown, current]);
  const commands = useMemo(
    () => [
      ...searchCommands(focusSearch, change),
      ...displayCommands(change),
      categoryCommand,
      ...selectionCommands(shown, focused[0]?.id ?? null, { hasSelection: selected.length > 0, reply }),
    ],
    [focusSearch, change, shown, focused, selected.length, reply],
  );
  useRegisterCommands("board", commands);
  useActionCommands({ sessions: selected.length > 0 ? selected : focused, group: "Selected sessions" });
  return selected;
}
