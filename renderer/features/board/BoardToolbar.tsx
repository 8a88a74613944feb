import { Archive, X } from "lucide-react";
import type { RefObject } from "react";
import { viewNames } from "../../../server/domains/sessions/sessions/model.ts";
import { Button } from "../../ui/Button.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { Select } from "../../ui/Select.tsx";
import { SearchBox } from "../search/SearchBox.tsx";
import { activeFilters, type BoardSearch, readBoardSearch, without } from "./filters/board-search.ts";
import { FilterPanel } from "./filters/FilterPanel.tsx";
import { filterText, viewLabels } from "./filters/filter-labels.ts";
import type { ChangeSearch } from "./filters/use-board-search.ts";
import { DisplayMenu } from "./views/DisplayMenu.tsx";

interface Props {
  search: BoardSearch;
  change: ChangeSearch;
  offBoard: number;
  input: RefObject<HTMLInputElement | null>;
}

const views = viewNames.toReversed().map((value) => ({ value, label: viewLabels[value] }));
const viewOptions = [
  ...views.filter(({ value }) => value === "user"),
  ...views.filter(({ value }) => value !== "user"),
];

/** The address with a part set, or without it where it is false or empty. */
const withPart = (search: BoardSearch, part: Record<string, unknown>): BoardSearch =>
  readBoardSearch({ ...search, ...part });

export function BoardToolbar({ search, change, offBoard, input }: Props) {
  const archived = search.archived === true;
  return (
    <header className="flex flex-wrap items-center gap-2 border-b border-line bg-surface px-3 py-2 md:px-4">
      <PageTitle className="me-2 text-base font-semibold max-lg:sr-only">Board</PageTitle>
      <SearchBox
        input={input}
        q={search.q ?? ""}
        contents={search.contents === true}
        onSearch={(q) => change((held) => withPart(held, { q }), { replace: true })}
        onContents={(contents) => change((held) => withPart(held, { contents }), { replace: true })}
      />
      <Select
        aria-label="View"
        className="w-32 xl:w-40 [&>select]:h-8 max-lg:min-w-28 max-lg:flex-1 max-sm:min-w-0 pointer-coarse:[&>select]:h-10"
        value={search.view ?? "user"}
        options={viewOptions}
        onValueChange={(view) => change((held) => withPart(held, { view }))}
      />
      <DisplayMenu search={search} change={change} />
      <FilterPanel search={search} change={change} offBoard={offBoard} />
      <Button
        variant={archived ? "plain" : "quiet"}
        aria-pressed={archived}
        onClick={() => change((held) => withPart(held, { archived: !archived }))}
      >
        <Archive aria-hidden className="size-3.5" />
        <span className="max-sm:sr-only">Archived</span>
      </Button>
    </header>
  );
}

/** The filters that are set, each with a way out. */
export function FilterChips({ search, change }: Pick<Props, "search" | "change">) {
  const set = activeFilters(search);
  if (set.length === 0) return null;
  return (
    <ul
      aria-label="Active filters"
      className="flex flex-wrap items-center gap-1.5 border-b border-line bg-canvas px-3 py-1.5 md:px-4"
    >
      {set.map((filter) => {
        const words = filterText[filter](search);
        return (
          <li key={filter}>
            <Button
              size="small"
              aria-label={`Remove filter: ${words}`}
              onClick={() => change((held) => without(held, [filter]))}
            >
              {words}
              <X aria-hidden className="size-3" />
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
