import { Link, Navigate, useNavigate, useSearch } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { EmptyList } from "../../ui/EmptyList.tsx";
import { Pager } from "../../ui/Pager.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { QueryContent } from "../../ui/QueryContent.tsx";
import { Select } from "../../ui/Select.tsx";
import { useTriggers } from "./api.ts";
import { TriggerRow } from "./TriggerRow.tsx";
import { text } from "./text.ts";
import { kinds, readTriggersSearch, statuses, type TriggersSearch } from "./triggers-search.ts";

const newTrigger = (
  <Link
    to="/triggers/new"
    className="inline-flex h-8 items-center gap-1.5 rounded-md bg-accent-fill px-3 text-sm font-medium text-on-accent hover:bg-accent-fill-hover pointer-coarse:h-10"
  >
    <Plus aria-hidden className="size-4" />
    {text.form.new}
  </Link>
);

/** Narrows the list; the address keeps it. */
function Filters({ search, show }: { search: TriggersSearch; show(next: TriggersSearch): void }) {
  const { status, kind } = search;
  return (
    <search aria-label={text.list.filters} className="flex flex-wrap gap-2 text-xs">
      <Select
        aria-label={text.list.status}
        options={[
          { value: "", label: text.list.anyStatus },
          ...statuses.map((value) => ({ value, label: text.status[value] })),
        ]}
        value={status ?? ""}
        onValueChange={(value) => show(readTriggersSearch({ kind, status: value }))}
      />
      <Select
        aria-label={text.list.kind}
        options={[
          { value: "", label: text.list.anyKind },
          ...kinds.map((value) => ({ value, label: text.kinds[value] })),
        ]}
        value={kind ?? ""}
        onValueChange={(value) => show(readTriggersSearch({ status, kind: value }))}
      />
    </search>
  );
}

export function TriggersPage() {
  const search = useSearch({ from: "/triggers" });
  const navigate = useNavigate();
  const show = (next: TriggersSearch): void => void navigate({ to: "/triggers", search: next });
  const triggers = useTriggers(search);
  const { page = 1, ...filters } = search;
  const isFiltered = Object.keys(filters).length > 0;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-4 px-4 pt-4 pb-10">
        <header className="flex flex-wrap items-center justify-between gap-3">
          <div>
            <PageTitle>{text.list.title}</PageTitle>
            <p className="text-sm text-soft">{text.list.intro}</p>
          </div>
          {newTrigger}
        </header>
        {(isFiltered || (triggers.data?.pagination.total_count ?? 0) > 0) && (
          <Filters search={search} show={show} />
        )}
        <QueryContent query={triggers} what={text.loading.triggers}>
          {({ triggers: rows, pagination: { total_pages: pages } }) => (
            <>
              {!triggers.isPlaceholderData && pages !== null && pages > 0 && page > pages && (
                <Navigate to="/triggers" search={{ ...filters, page: pages }} replace />
              )}
              {pages === 0 ? (
                <EmptyList words={text.list} isFiltered={isFiltered} onClear={() => show({})} />
              ) : (
                <ul
                  aria-label={text.list.title}
                  className="rounded-lg border border-line bg-surface empty:hidden"
                >
                  {rows.map((trigger) => (
                    <TriggerRow key={trigger.id} trigger={trigger} />
                  ))}
                </ul>
              )}
              <Pager
                label={text.list.pages}
                page={page}
                pages={pages ?? 1}
                onChange={(next) => show({ ...filters, page: next })}
              />
            </>
          )}
        </QueryContent>
      </div>
    </div>
  );
}
