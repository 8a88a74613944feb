import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { QueryContent } from "../../ui/QueryContent.tsx";
import { useTriggers } from "./api.ts";
import { TriggerRow } from "./TriggerRow.tsx";
import { text } from "./text.ts";

const newTrigger = (
  <Link
    to="/triggers/new"
    className="inline-flex h-8 items-center gap-1.5 rounded-md bg-accent-fill px-3 text-sm font-medium text-on-accent hover:bg-accent-fill-hover pointer-coarse:h-10"
  >
    <Plus aria-hidden className="size-4" />
    {text.form.new}
  </Link>
);

function Pages({ page, pages, onPage }: { page: number; pages: number; onPage(page: number): void }) {
  if (pages < 2) return null;
  return (
    <nav aria-label={text.list.pages} className="flex items-center justify-center gap-3 text-xs text-soft">
      <Button size="small" disabled={page === 1} onClick={() => onPage(page - 1)}>
        {text.list.newer}
      </Button>
      {text.list.page(page, pages)}
      <Button size="small" disabled={page === pages} onClick={() => onPage(page + 1)}>
        {text.list.older}
      </Button>
    </nav>
  );
}

export function TriggersPage() {
  const [page, setPage] = useState(1);
  const triggers = useTriggers(page);
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
        <QueryContent query={triggers} what={text.loading.triggers}>
          {({ triggers: rows, pagination }) =>
            rows.length === 0 ? (
              <EmptyState title={text.list.empty} text={text.list.emptyHint} />
            ) : (
              <>
                <ul aria-label={text.list.title} className="rounded-lg border border-line bg-surface">
                  {rows.map((trigger) => (
                    <TriggerRow key={trigger.id} trigger={trigger} />
                  ))}
                </ul>
                <Pages page={page} pages={pagination.total_pages ?? 1} onPage={setPage} />
              </>
            )
          }
        </QueryContent>
      </div>
    </div>
  );
}
