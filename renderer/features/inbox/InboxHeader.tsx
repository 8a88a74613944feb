import { ListFilter, Search } from "lucide-react";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { Popover } from "../../ui/Popover.tsx";
import { SegmentedControl } from "../../ui/SegmentedControl.tsx";
import { SelectField } from "../../ui/SelectField.tsx";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import { SearchField } from "../search/SearchField.tsx";
import type { PageSearch } from "../search/use-page-search.ts";
import { type Found, FoundCount, InboxFilters } from "./InboxFilters.tsx";
import type { InboxSearch } from "./inbox-search.ts";
import { text } from "./text.ts";
import type { ChangeInbox } from "./use-inbox-address.ts";
import { filters, kindOptions } from "./view-model.ts";

interface Props {
  search: InboxSearch;
  change: ChangeInbox;
  field: PageSearch;
  found: Found;
  /** For all entries at once. */
  actions: { mayMark: boolean; marking: boolean; markAll(): void; mayDismiss: boolean; dismissAll(): void };
}

function ShownEntries({ search, change }: Pick<Props, "search" | "change">) {
  return (
    <SegmentedControl
      label={text.page.show}
      value={search.status ?? "all"}
      options={filters}
      onChange={(status) => change({ status })}
    />
  );
}

function BulkActions({ actions }: Pick<Props, "actions">) {
  return (
    <span className="flex gap-2">
      <Button size="small" disabled={!actions.mayMark} busy={actions.marking} onClick={actions.markAll}>
        {text.page.markAllRead}
      </Button>
      <Button size="small" disabled={!actions.mayDismiss} onClick={actions.dismissAll}>
        {text.dismissRead.button}
      </Button>
    </span>
  );
}

function WideHeader(props: Props) {
  return (
    <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <PageTitle className="me-auto text-xl font-semibold">{text.page.title}</PageTitle>
      <ShownEntries {...props} />
      <BulkActions {...props} />
      <div className="basis-full">
        <InboxFilters {...props} input={props.field.input} />
      </div>
    </header>
  );
}

/** One line: the title, and buttons for the rest. The search field comes below while it is used. */
function PhoneHeader(props: Props) {
  const { search, change, found } = props;
  const { input, isOpen, setOpen } = props.field;
  const isSearching = isOpen || search.q !== undefined;
  const isFiltered = search.kind !== undefined || search.status !== undefined;
  return (
    <header>
      <div className="flex h-10 items-center gap-1">
        <PageTitle className="me-auto text-xl font-semibold">{text.page.title}</PageTitle>
        <IconButton
          label={text.filters.search}
          aria-expanded={isSearching}
          onClick={() => {
            setOpen(!isSearching);
            if (isSearching) change({ q: "" });
          }}
        >
          <Search aria-hidden className="size-4" />
        </IconButton>
        <Popover
          label={text.filters.title}
          className="items-start [&_.field]:w-full [&>div]:w-full [&>div>span:has(select)]:w-full"
          trigger={
            <IconButton label={isFiltered ? text.filters.active : text.filters.title}>
              <ListFilter aria-hidden className={`size-4 ${isFiltered ? "text-accent" : ""}`} />
            </IconButton>
          }
        >
          <ShownEntries {...props} />
          <SelectField
            label={text.filters.type}
            options={kindOptions}
            value={search.kind ?? ""}
            onValueChange={(kind) => change({ kind })}
          />
          <BulkActions {...props} />
        </Popover>
      </div>
      {isSearching && (
        <search className="flex flex-wrap gap-1 pt-2">
          <SearchField
            input={input}
            q={search.q ?? ""}
            label={text.filters.search}
            autoFocus={isOpen}
            onSearch={(q) => change({ q }, { replace: true })}
          />
          <FoundCount search={search} found={found} />
        </search>
      )}
    </header>
  );
}

/** The title, the filters and what is done with all entries at once. */
export function InboxHeader(props: Props) {
  const isWide = useMediaQuery("(min-width: 48rem)");
  return isWide ? <WideHeader {...props} /> : <PhoneHeader {...props} />;
}
