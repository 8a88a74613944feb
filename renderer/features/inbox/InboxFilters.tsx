import type { RefObject } from "react";
import { Select } from "../../ui/Select.tsx";
import { SearchField } from "../search/SearchField.tsx";
import type { InboxSearch } from "./inbox-search.ts";
import { text } from "./text.ts";
import type { ChangeInbox } from "./use-inbox-address.ts";
import { isNarrowed, kindOptions } from "./view-model.ts";

/** The number of matches and entries, and whether more are being loaded. */
export interface Found {
  count: number;
  total: number;
  isSearching: boolean;
}

interface Props {
  search: InboxSearch;
  change: ChangeInbox;
  input: RefObject<HTMLInputElement | null>;
  found: Found;
}

const foundText = ({ count, total, isSearching }: Found): string =>
  isSearching ? text.filters.searching(count) : text.filters.found(count, total);

export function FoundCount({ search, found }: Pick<Props, "search" | "found">) {
  return (
    <span role="status" className="text-xs text-faint tabular-nums">
      {isNarrowed(search) && foundText(found)}
    </span>
  );
}

/** The search and the kind, which are kept in the address. */
export function InboxFilters({ search, change, input, found }: Props) {
  return (
    <search className="flex flex-wrap items-center gap-2">
      <SearchField
        input={input}
        q={search.q ?? ""}
        label={text.filters.search}
        hotkey="inbox.search"
        onSearch={(q) => change({ q }, { replace: true })}
      />
      <Select
        aria-label={text.filters.type}
        options={kindOptions}
        value={search.kind ?? ""}
        onValueChange={(kind) => change({ kind })}
      />
      <FoundCount search={search} found={found} />
    </search>
  );
}
