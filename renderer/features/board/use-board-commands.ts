import { type RefObject, useMemo } from "react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { type Command, useRegisterCommands } from "../../lib/commands.ts";
import { changeSelection, clear, selectAll, toggle, useSelection } from "../selection/selection.store.ts";
import { useActionCommands } from "../selection/use-action-commands.ts";
import { groupings, layouts, readBoardSearch } from "./filters/board-search.ts";
import type { ChangeSearch } from "./filters/use-board-search.ts";
import { layoutLabels } from "./views/DisplayMenu.tsx";
import { groupingLabels } from "./views/grouping.ts";

const board = "Board";

function searchCommands(input: RefObject<HTMLInputElement | null>, change: ChangeSearch): Command[] {
  return [
    {
      id: "board.search",
      label: "Search sessions",
      group: board,
      hotkey: "board.search",
      run: () => {
        input.current?.focus();
        input.current?.select();
      },
    },
    {
      id: "board.contents",
      label: "Turn content search on or off",
      group: board,
      keywords: "transcripts",
      run: () =>
        change(({ contents, ...others }) => (contents === true ? others : { ...others, contents: true })),
    },
    {
      id: "board.archived",
      label: "Show or hide archived sessions",
      group: board,
      hotkey: "board.archived",
      run: () =>
        change(({ archived, ...others }) => (archived === true ? others : { ...others, archived: true })),
    },
  ];
}

/** How the board is laid out and grouped, for the palette. */
const displayCommands = (change: ChangeSearch): Command[] => [
  ...layouts.map(
    (layout): Command => ({
      id: `board.layout.${layout}`,
      label: `Layout: ${layoutLabels[layout]}`,
      group: board,
      keywords: "display kanban",
      run: () => change((held) => readBoardSearch({ ...held, layout })),
    }),
  ),
  ...groupings.map(
    (group): Command => ({
      id: `board.group.${group}`,
      label: `Group by: ${groupingLabels[group]}`,
      group: board,
      keywords: "display",
      run: () => change((held) => readBoardSearch({ ...held, group })),
    }),
  ),
];

/** What moves the selection. The row that the focus is in, or was in last, is the current one. */
function selectionCommands(shown: readonly Session[], current: number | null, some: boolean): Command[] {
  return [
    {
      id: "board.select_all",
      label: "Select all shown sessions",
      group: board,
      hotkey: "board.select_all",
      run: () =>
        changeSelection((held) =>
          selectAll(
            held,
            shown.map(({ id }) => id),
          ),
        ),
    },
    ...(current === null
      ? []
      : [
          {
            id: "board.select",
            label: "Select or deselect the row",
            group: board,
            hotkey: "board.select",
            run: () => changeSelection((held) => toggle(held, current)),
          } as const,
        ]),
    ...(some
      ? [
          {
            id: "board.clear_selection",
            label: "Clear selection",
            group: board,
            hotkey: "app.close",
            run: () => changeSelection(clear),
          } as const,
        ]
      : []),
  ];
}

const nobody: readonly Session[] = [];

/** Offers what can be done on the board. Returns the selected sessions. */
export function useBoardCommands(of: {
  shown: readonly Session[];
  change: ChangeSearch;
  input: RefObject<HTMLInputElement | null>;
}): readonly Session[] {
  const { shown, change, input } = of;
  const { ids, current } = useSelection();
  const selected = useMemo(
    () => (ids.size === 0 ? nobody : shown.filter(({ id }) => ids.has(id))),
    [shown, ids],
  );
  const here = useMemo(() => shown.filter(({ id }) => id === current), [shown, current]);
  const commands = useMemo(
    () => [
      ...searchCommands(input, change),
      ...displayCommands(change),
      ...selectionCommands(shown, here[0]?.id ?? null, selected.length > 0),
    ],
    [input, change, shown, here, selected.length],
  );
  useRegisterCommands("board", commands);
  useActionCommands({ sessions: selected.length > 0 ? selected : here, group: "Selected sessions" });
  return selected;
}
