import { errorMessages } from "../../lib/api-error.ts";
import { Reorderable } from "../reorder/ReorderableList.tsx";
import { useReorder } from "../reorder/reorder.store.ts";
import { QueuedMessage } from "./QueuedMessage.tsx";
import { useQueue, useQueueChange } from "./use-queue.ts";
import { useReorderQueue } from "./use-reorder-queue.ts";
import { withLift } from "./view-model.ts";

/** What is delivered after the turn that runs; nothing at all while nothing waits. */
export function MessageQueue({ sessionId }: { sessionId: number }) {
  const { entries, error } = useQueue(sessionId);
  const { mutate, isPending } = useQueueChange(sessionId);
  const area = useReorderQueue(sessionId, entries, mutate);
  const held = useReorder((state) => state.lift);
  if (error !== null) {
    return (
      <p className="px-1 py-1.5 text-xs text-failed">
        The queue could not be loaded. {errorMessages(error).join(" ")}
      </p>
    );
  }
  if (entries.length === 0) return null;
  return (
    <Reorderable on={entries.length > 1} {...area}>
      <section aria-label="Queued messages" className="mb-2 rounded-lg border border-line bg-surface">
        <h2 className="border-b border-line px-3 py-1 text-xs font-medium text-soft">
          {entries.length === 1 ? "One message is queued" : `${entries.length} messages are queued`}
        </h2>
        <ol className="max-h-48 overflow-y-auto">
          {withLift(entries, held).map((entry) => (
            <QueuedMessage key={entry.message.id} entry={entry} busy={isPending} change={mutate} />
          ))}
        </ol>
      </section>
    </Reorderable>
  );
}
