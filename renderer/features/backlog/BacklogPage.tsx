import { Plus } from "lucide-react";
import { useState } from "react";
import {
  type BacklogStatus,
  backlogStatuses,
} from "../../../server/domains/scheduling/work-backlog/model.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { QueryContent } from "../../ui/QueryContent.tsx";
import { SegmentedControl } from "../../ui/SegmentedControl.tsx";
import { AddItemDialog } from "./AddItemDialog.tsx";
import { type BacklogList, useBacklog } from "./api.ts";
import { BacklogRow } from "./BacklogRow.tsx";
import { useItemDialog } from "./ItemDialogs.tsx";
import { QueuedItems } from "./QueuedItems.tsx";
import { TopUpCard } from "./TopUpCard.tsx";
import { text } from "./text.ts";

interface ViewProps {
  list: BacklogList;
  status: BacklogStatus;
}

function Items({ list, status }: ViewProps) {
  const { work_backlog_items: items, pagination } = list;
  const { ask, dialog } = useItemDialog();
  if (items.length === 0) return <EmptyState {...text.empty[status]} />;
  const total = pagination.total_count ?? items.length;
  return (
    <>
      {status === "queued" ? (
        <QueuedItems items={items} ask={ask} />
      ) : (
        <ul aria-label={text.views} className="rounded-lg border border-line bg-surface">
          {items.map((item) => (
            <BacklogRow key={item.id} item={item} items={items} ask={ask} />
          ))}
        </ul>
      )}
      {total > items.length && <p className="text-xs text-faint">{text.firstOnly(items.length, total)}</p>}
      {dialog}
    </>
  );
}

/** Work that waits to be started, in the order in which it is started, and what became of the rest. */
export function BacklogPage() {
  const [status, setStatus] = useState<BacklogStatus>("queued");
  const [adds, setAdds] = useState(false);
  const backlog = useBacklog(status);
  const counts = backlog.data?.counts;
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-4 px-4 pt-4 pb-10">
        <header className="flex flex-wrap items-center justify-between gap-3">
          <div className="min-w-0 flex-[1_1_16rem]">
            <PageTitle>{text.title}</PageTitle>
            <p className="text-sm text-soft">{text.intro}</p>
          </div>
          <Button variant="primary" onClick={() => setAdds(true)}>
            <Plus aria-hidden className="size-4" />
            {text.actions.add}
          </Button>
        </header>
        <TopUpCard />
        {counts && (
          <div>
            <SegmentedControl
              label={text.views}
              value={status}
              options={backlogStatuses.map((value) => ({ value, label: text.view[value](counts[value]) }))}
              onChange={(value) => setStatus(backlogStatuses.find((known) => known === value) ?? "queued")}
            />
          </div>
        )}
        <QueryContent query={backlog} what={text.loading}>
          {(list) => <Items list={list} status={status} />}
        </QueryContent>
      </div>
      {adds && <AddItemDialog onClose={() => setAdds(false)} />}
    </div>
  );
}
