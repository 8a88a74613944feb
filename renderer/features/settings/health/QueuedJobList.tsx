import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { type Confirmation, ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { discardJobs, rescheduleJobs, useHealthAction, useQueuedJobs } from "./api.ts";
import { text } from "./text.ts";

const laterMinutes = 30;

interface RowProps {
  queue: string;
  kind: string;
  count: number;
  ask(confirmation: Confirmation): void;
}

function JobRow({ queue, kind, count, ask }: RowProps) {
  const discard = useHealthAction(discardJobs);
  const reschedule = useHealthAction(rescheduleJobs);
  const scope = { job_class: kind, queue_name: queue, expected_count: count };
  const askToDiscard = (): void =>
    ask({
      title: text.queues.discardTitle(count, kind),
      description: text.queues.discardDescription,
      actionLabel: text.queues.discard,
      run: () => discard.mutateAsync(scope),
    });
  const askToMove = (): void =>
    ask({
      title: text.queues.laterTitle(count, kind),
      description: text.queues.laterDescription,
      actionLabel: text.queues.later30,
      run: () => reschedule.mutateAsync({ ...scope, delay_minutes: laterMinutes }),
    });
  return (
    <li className="flex flex-wrap items-center gap-2 border-t border-line py-1.5 text-sm">
      <span className="min-w-0 flex-1 basis-48 wrap-anywhere tabular-nums">
        {text.queues.kind(kind, count)}
      </span>
      <Button size="small" aria-label={text.queues.laterNamed(kind)} onClick={askToMove}>
        {text.queues.later30}
      </Button>
      <Button size="small" variant="quiet" aria-label={text.queues.discardNamed(kind)} onClick={askToDiscard}>
        {text.queues.discard}
      </Button>
    </li>
  );
}

/** The jobs of one queue that nothing has started, by kind. */
export function QueuedJobList({ queue }: { queue: string }) {
  const query = useQueuedJobs(queue);
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  return (
    <div className="mt-3 rounded-md bg-sunken px-3 py-2">
      <h3 className="text-xs font-medium text-soft">{text.queues.show(queue)}</h3>
      <QueryContent query={query} what={text.queues.loading} lines={2}>
        {({ by_job_class }) =>
          Object.keys(by_job_class).length === 0 ? (
            <p className="py-2 text-sm text-soft">{text.queues.none}</p>
          ) : (
            <ul>
              {Object.entries(by_job_class).map(([kind, count]) => (
                <JobRow key={kind} queue={queue} kind={kind} count={count} ask={setConfirmation} />
              ))}
            </ul>
          )
        }
      </QueryContent>
      <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </div>
  );
}
