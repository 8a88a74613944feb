import { Archive, Search, X } from "lucide-react";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { Select } from "../../ui/Select.tsx";
import { SearchBox } from "../search/SearchBox.tsx";
import { SearchField } from "../search/SearchField.tsx";
import { text as searchText } from "../search/text.ts";
import type { PageSearch } from "../search/use-page-search.ts";
import { activeFilters, type BoardSearch, readBoardSearch, without } from "./filters/board-search.ts";
import { FilterPanel } from "./filters/FilterPanel.tsx";
import { filterLabels } from "./filters/filter-labels.ts";
import { orderOptions } from "./filters/order-options.ts";
import type { ChangeSearch } from "./filters/use-board-search.ts";
import { text } from "./text.ts";
import { DisplayMenu } from "./views/DisplayMenu.tsx";
import { ViewTabs } from "./views/ViewTabs.tsx";

interface Props {
  search: BoardSearch;
  change: ChangeSearch;
  offBoard: number;
  field: PageSearch;
}

/** The address with a part set, or without it if that is false or empty. */
const withPart = (search: BoardSearch, part: Record<string, unknown>): BoardSearch =>
  readBoardSearch({ ...search, ...part });

/** The search field, the order and what else changes what the board shows. */
export function BoardToolbar({ search, change, offBoard, field }: Props) {
  const archived = search.archived === true;
  return (
    <header className="flex flex-wrap items-center gap-2 border-b border-line bg-surface px-3 py-2 md:px-4">
      <PageTitle className="me-2 text-base font-semibold max-lg:sr-only">{text.board}</PageTitle>
      <SearchBox
        input={field.input}
        q={search.q ?? ""}
        contents={search.contents === true}
        onSearch={(q) => change((current) => withPart(current, { q }), { replace: true })}
        onContents={(contents) => change((current) => withPart(current, { contents }), { replace: true })}
      />
      <Select
        aria-label={text.toolbar.view}
        className="w-32 xl:w-40 [&>select]:h-8 max-lg:min-w-28 max-lg:flex-1 max-sm:min-w-26 pointer-coarse:[&>select]:h-10"
        value={search.view ?? "user"}
        options={orderOptions}
        onValueChange={(view) => change((current) => withPart(current, { view }))}
      />
      <DisplayMenu search={search} change={change} />
      <FilterPanel search={search} change={change} offBoard={offBoard} />
      <Button
        variant={archived ? "plain" : "quiet"}
        aria-pressed={archived}
        onClick={() => change((current) => withPart(current, { archived: !archived }))}
      >
        <Archive aria-hidden className="size-3.5" />
        <span className="max-sm:sr-only">{text.toolbar.archived}</span>
      </Button>
    </header>
  );
}

/** One line for a phone: the views, and buttons for the rest. The search field comes below while it is used. */
export function PhoneToolbar({ search, change, offBoard, field }: Props) {
  const { isOpen, setOpen } = field;
  const isSearching = isOpen || search.q !== undefined;
  return (
    <header className="border-b border-line bg-surface">
      <PageTitle className="sr-only">{text.board}</PageTitle>
      <div className="flex items-center gap-1 pe-2">
        <ViewTabs search={search} change={change} />
        <IconButton
          label={text.toolbar.search}
          aria-expanded={isSearching}
          onClick={() => {
            setOpen(!isSearching);
            if (isSearching) change((current) => without(current, ["q"]));
          }}
        >
          <Search aria-hidden className="size-4" />
        </IconButton>
        <DisplayMenu search={search} change={change} onPhone />
        <FilterPanel search={search} change={change} offBoard={offBoard} onPhone />
      </div>
      {isSearching && (
        <div className="flex flex-wrap px-3 pb-2">
          <SearchField
            input={field.input}
            q={search.q ?? ""}
            label={search.contents ? searchText.searchBox.everywhere : searchText.searchBox.titles}
            autoFocus={isOpen}
            onSearch={(q) => change((current) => withPart(current, { q }), { replace: true })}
          />
        </div>
      )}
    </header>
  );
}

/** The active filters, each with a button that removes it. */
export function FilterChips({ search, change }: Pick<Props, "search" | "change">) {
  const set = activeFilters(search);
  if (set.length === 0) return null;
  return (
    <ul
      aria-label={text.toolbar.activeFilters}
      className="flex flex-wrap items-center gap-1.5 border-b border-line bg-canvas px-3 py-1.5 md:px-4"
    >
      {set.map((filter) => {
        const label = filterLabels[filter](search);
        return (
          <li key={filter}>
            <Button
              size="small"
              aria-label={text.toolbar.removeFilter(label)}
              onClick={() => change((current) => without(current, [filter]))}
            >
              {label}
              <X aria-hidden className="size-3" />
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
