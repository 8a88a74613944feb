import type { RefObject } from "react";
import { Select } from "../../ui/Select.tsx";
import { SearchField } from "../search/SearchField.tsx";
import type { InboxSearch } from "./inbox-search.ts";
import type { ChangeInbox } from "./use-inbox-address.ts";
import { isNarrowed, kindOptions } from "./view-model.ts";

interface Props {
  search: InboxSearch;
  change: ChangeInbox;
  input: RefObject<HTMLInputElement | null>;
  /** How many entries are shown, of how many, and whether there are more to look at. */
  found: { count: number; total: number; reading: boolean };
}

function foundWords({ count, total, reading }: Props["found"]): string {
  return reading ? `${count} found, searching…` : `${count} of ${total}`;
}

/** What is looked for in the inbox; it stands in the address. */
export function InboxFilters({ search, change, input, found }: Props) {
  return (
    <search className="flex flex-wrap items-center gap-2">
      <SearchField
        input={input}
        q={search.q ?? ""}
        label="Search the inbox"
        hotkey="inbox.search"
        onSearch={(q) => change({ q }, { replace: true })}
      />
      <Select
        aria-label="Notification type"
        options={kindOptions}
        value={search.kind ?? ""}
        onValueChange={(kind) => change({ kind })}
      />
      <span role="status" className="text-xs text-faint tabular-nums">
        {isNarrowed(search) && foundWords(found)}
      </span>
    </search>
  );
}
