import { SlidersHorizontal } from "lucide-react";
import { Button } from "../../../ui/Button.tsx";
import { Popover } from "../../../ui/Popover.tsx";
import { SegmentedControl } from "../../../ui/SegmentedControl.tsx";
import { SelectField } from "../../../ui/SelectField.tsx";
import { ToggleGroup } from "../../../ui/ToggleGroup.tsx";
import { manageCategories } from "../../categories/categories.store.ts";
import { text as categoryText } from "../../categories/text.ts";
import { type BoardSearch, groupings, layouts, readBoardSearch } from "../filters/board-search.ts";
import { orderOptions } from "../filters/order-options.ts";
import type { ChangeSearch } from "../filters/use-board-search.ts";
import { toggleStoredColumn, useColumns } from "./columns.store.ts";
import { columnNames } from "./columns.ts";
import { text } from "./text.ts";

const layoutOptions = layouts.map((value) => ({ value, label: text.layouts[value] }));
const groupOptions = [
  { value: "", label: text.display.defaultGrouping },
  ...groupings.map((value) => ({ value, label: text.groupings[value] })),
];

const phoneLook = { variant: "quiet", size: "icon" } as const;

const columnOptions = columnNames.map((value) => ({ value, label: text.columns[value] }));

function Columns() {
  const columns = useColumns((state) => state.columns);
  return (
    <ToggleGroup
      legend={text.display.columns}
      options={columnOptions}
      selected={columns}
      onToggle={toggleStoredColumn}
    />
  );
}

interface Props {
  search: BoardSearch;
  change: ChangeSearch;
  /** An icon alone, with the order inside. */
  onPhone?: boolean;
}

/** Chooses the layout, the grouping and the columns of the table. */
export function DisplayMenu({ search, change, onPhone = false }: Props) {
  const layout = search.layout ?? "list";
  const set = (name: "layout" | "group" | "view", value: string): unknown =>
    change((current) => readBoardSearch({ ...current, [name]: value }));
  return (
    <Popover
      label={text.display.title}
      className="items-stretch"
      trigger={
        <Button aria-label={text.display.title} {...(onPhone && phoneLook)}>
          <SlidersHorizontal aria-hidden className="size-3.5" />
          <span className="max-md:sr-only">{text.display.title}</span>
        </Button>
      }
    >
      <SegmentedControl
        label={text.display.layout}
        value={layout}
        options={layoutOptions}
        onChange={(value) => set("layout", value)}
      />
      {onPhone && (
        <SelectField
          label={text.display.order}
          value={search.view ?? "user"}
          options={orderOptions}
          onValueChange={(value) => set("view", value)}
        />
      )}
      <SelectField
        label={text.display.groupedBy}
        value={search.group ?? ""}
        options={groupOptions}
        onValueChange={(value) => set("group", value)}
      />
      {search.group === "category" && (
        <Button variant="quiet" className="self-start" onClick={manageCategories}>
          {categoryText.manage}
        </Button>
      )}
      {layout === "table" && <Columns />}
    </Popover>
  );
}
