import { Archive, X } from "lucide-react";
import type { RefObject } from "react";
import { viewNames } from "../../../server/domains/sessions/sessions/model.ts";
import { Button } from "../../ui/Button.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { Select } from "../../ui/Select.tsx";
import { SearchBox } from "../search/SearchBox.tsx";
import { activeFilters, type BoardSearch, readBoardSearch, without } from "./filters/board-search.ts";
import { FilterPanel } from "./filters/FilterPanel.tsx";
import { filterLabels } from "./filters/filter-labels.ts";
import { text as filtersText } from "./filters/text.ts";
import type { ChangeSearch } from "./filters/use-board-search.ts";
import { text } from "./text.ts";
import { DisplayMenu } from "./views/DisplayMenu.tsx";

interface Props {
  search: BoardSearch;
  change: ChangeSearch;
  offBoard: number;
  input: RefObject<HTMLInputElement | null>;
}

const views = viewNames.toReversed().map((value) => ({ value, label: filtersText.views[value] }));
const viewOptions = [
  ...views.filter(({ value }) => value === "user"),
  ...views.filter(({ value }) => value !== "user"),
];

/** The address with a part set, or without it if that is false or empty. */
const withPart = (search: BoardSearch, part: Record<string, unknown>): BoardSearch =>
  readBoardSearch({ ...search, ...part });

export function BoardToolbar({ search, change, offBoard, input }: Props) {
  const archived = search.archived === true;
  return (
    <header className="flex flex-wrap items-center gap-2 border-b border-line bg-surface px-3 py-2 md:px-4">
      <PageTitle className="me-2 text-base font-semibold max-lg:sr-only">{text.board}</PageTitle>
      <SearchBox
        input={input}
        q={search.q ?? ""}
        contents={search.contents === true}
        onSearch={(q) => change((current) => withPart(current, { q }), { replace: true })}
        onContents={(contents) => change((current) => withPart(current, { contents }), { replace: true })}
      />
      <Select
        aria-label={text.toolbar.view}
        className="w-32 xl:w-40 [&>select]:h-8 max-lg:min-w-28 max-lg:flex-1 max-sm:min-w-26 pointer-coarse:[&>select]:h-10"
        value={search.view ?? "user"}
        options={viewOptions}
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
