import { EmptyState } from "../../ui/EmptyState.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { QueryContent } from "../../ui/QueryContent.tsx";
import { toastError } from "../../ui/toasts.ts";
import { ReorderableList } from "../reorder/ReorderableList.tsx";
import { useReorderState } from "../reorder/reorder.store.ts";
import { type SpotQueue, useQueueChange, useSpotQueue } from "./api.ts";
import { PolicyForm } from "./PolicyForm.tsx";
import { QueueRow } from "./QueueRow.tsx";
import { text } from "./text.ts";
import { useReorderSpotQueue } from "./use-reorder-spot-queue.ts";
import { withPickedUp } from "./view-model.ts";

/** How much works now, and what holds the rest. */
function State({ queue: { spot_policy: policy, total } }: { queue: SpotQueue }) {
  const { on_a_worker, awaiting_a_worker, max_concurrent_sessions } = policy.decision;
  return (
    <div className="flex flex-col gap-0.5 rounded-lg border border-line bg-sunken px-4 py-3 text-sm">
      <p className="font-medium">
        {text.waits(total)} · {text.working(on_a_worker, awaiting_a_worker, max_concurrent_sessions)}
      </p>
      <p className="text-soft">
        {policy.hold === null ? text.flows : `${policy.hold.why} ${policy.hold.until}`}
      </p>
    </div>
  );
}

function List({ queue: { entries, total } }: { queue: SpotQueue }) {
  const { mutate, isPending } = useQueueChange();
  const area = useReorderSpotQueue(entries, (run) =>
    mutate(run, { onError: (error) => toastError(text.moveFailed, error) }),
  );
  const pickedUp = useReorderState((state) => state.pickedUp);
  if (entries.length === 0) return <EmptyState title={text.empty} text={text.emptyHint} />;
  const start = (run: () => Promise<unknown>): void =>
    mutate(run, { onError: (error) => toastError(text.startFailed, error) });
  return (
    <ReorderableList on={entries.length > 1} {...area}>
      <ol aria-label={text.list} className="rounded-lg border border-line bg-surface">
        {withPickedUp(entries, pickedUp).map((entry) => (
          <QueueRow key={entry.id} entry={entry} busy={isPending} start={start} />
        ))}
      </ol>
      {total > entries.length && (
        <p className="text-xs text-faint">{text.firstOnly(entries.length, total)}</p>
      )}
    </ReorderableList>
  );
}

/** The spot queue in the order of admission, and the rules that hold it. */
export function SpotQueuePage() {
  const queue = useSpotQueue();
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto flex w-full max-w-3xl flex-col gap-4 px-4 pt-4 pb-10">
        <header>
          <PageTitle>{text.title}</PageTitle>
          <p className="text-sm text-soft">{text.intro}</p>
        </header>
        <QueryContent query={queue} what={text.loading}>
          {(shown) => (
            <>
              <State queue={shown} />
              <List queue={shown} />
              <PolicyForm policy={shown.spot_policy} />
            </>
          )}
        </QueryContent>
      </div>
    </div>
  );
}
