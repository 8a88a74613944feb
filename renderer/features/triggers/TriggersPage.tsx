import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { QueryContent } from "../../ui/QueryContent.tsx";
import { useTriggers } from "./api.ts";
import { TriggerRow } from "./TriggerRow.tsx";

const newTrigger = (
  <Link
    to="/triggers/new"
    className="inline-flex h-8 items-center gap-1.5 rounded-md bg-accent-fill px-3 text-sm font-medium text-on-accent hover:bg-accent-fill-hover pointer-coarse:h-10"
  >
    <Plus aria-hidden className="size-4" />
    New trigger
  </Link>
);

function Pages({ page, pages, onPage }: { page: number; pages: number; onPage(page: number): void }) {
  if (pages < 2) return null;
  return (
    <nav aria-label="Pages" className="flex items-center justify-center gap-3 text-xs text-soft">
      <Button size="small" disabled={page === 1} onClick={() => onPage(page - 1)}>
        Newer
      </Button>
      {page} of {pages}
      <Button size="small" disabled={page === pages} onClick={() => onPage(page + 1)}>
        Older
      </Button>
    </nav>
  );
}

/** All that can start sessions without a person at the board. */
export function TriggersPage() {
  const [page, setPage] = useState(1);
  const triggers = useTriggers(page);
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-4 px-4 pt-4 pb-10">
        <header className="flex flex-wrap items-center justify-between gap-3">
          <div>
            <PageTitle>Triggers</PageTitle>
            <p className="text-sm text-soft">Triggers start sessions from a prompt template.</p>
          </div>
          {newTrigger}
        </header>
        <QueryContent query={triggers} what="the triggers">
          {({ triggers: rows, pagination }) =>
            rows.length === 0 ? (
              <EmptyState
                title="No triggers yet"
                text="A trigger is a reusable prompt that you, your programs and integrations can run."
              />
            ) : (
              <>
                <ul aria-label="Triggers" className="rounded-lg border border-line bg-surface">
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
