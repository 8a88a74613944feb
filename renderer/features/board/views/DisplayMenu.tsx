import { SlidersHorizontal } from "lucide-react";
import { Button } from "../../../ui/Button.tsx";
import { Popover } from "../../../ui/Popover.tsx";
import { SegmentedControl } from "../../../ui/SegmentedControl.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { ToggleGroup } from "../../../ui/ToggleGroup.tsx";
import {
  type BoardSearch,
  groupings,
  type Layout,
  layouts,
  readBoardSearch,
} from "../filters/board-search.ts";
import type { ChangeSearch } from "../filters/use-board-search.ts";
import { toggleStoredColumn, useColumns } from "./columns.store.ts";
import { columnLabels, columnNames } from "./columns.ts";
import { groupingLabels } from "./grouping.ts";

export const layoutLabels: Record<Layout, string> = { list: "List", columns: "Columns", table: "Table" };

const layoutOptions = layouts.map((value) => ({ value, label: layoutLabels[value] }));
const groupOptions = [
  { value: "", label: "Default for the view" },
  ...groupings.map((value) => ({ value, label: groupingLabels[value] })),
];

const columnOptions = columnNames.map((value) => ({ value, label: columnLabels[value] }));

function Columns() {
  const columns = useColumns((state) => state.columns);
  return (
    <ToggleGroup legend="Columns" options={columnOptions} selected={columns} onToggle={toggleStoredColumn} />
  );
}

/** How the sessions are laid out: which form, grouped by what, and the table's columns. */
export function DisplayMenu({ search, change }: { search: BoardSearch; change: ChangeSearch }) {
  const layout = search.layout ?? "list";
  const set = (name: "layout" | "group", value: string): unknown =>
    change((held) => readBoardSearch({ ...held, [name]: value }));
  return (
    <Popover
      label="Display"
      className="items-stretch"
      trigger={
        <Button aria-label="Display">
          <SlidersHorizontal aria-hidden className="size-3.5" />
          <span className="max-sm:sr-only">Display</span>
        </Button>
      }
    >
      <SegmentedControl
        label="Layout"
        value={layout}
        options={layoutOptions}
        onChange={(value) => set("layout", value)}
      />
      <SelectField
        label="Grouped by"
        value={search.group ?? ""}
        options={groupOptions}
        onValueChange={(value) => set("group", value)}
      />
      {layout === "table" && <Columns />}
    </Popover>
  );
}
