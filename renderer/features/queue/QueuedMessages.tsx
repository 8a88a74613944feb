import { useMutation } from "@tanstack/react-query";
import { toastError } from "../../ui/toasts.ts";
import { liveKeys } from "../live/apply-event.ts";
import { ReorderableList } from "../reorder/ReorderableList.tsx";
import { useReorderState } from "../reorder/reorder.store.ts";
import { QueuedMessage } from "./QueuedMessage.tsx";
import { text } from "./text.ts";
import { useReorderQueue } from "./use-reorder-queue.ts";
import { type QueueEntry, withPickedUp } from "./view-model.ts";

/** Runs changes of the queue one after the other and shows a toast for a refusal. */
const useQueueChange = (sessionId: number) =>
  useMutation({
    scope: { id: `queue-${sessionId}` },
    mutationFn: (change: () => Promise<unknown>) => change(),
    onError: (error) => toastError(text.messageQueue.changeFailed, error),
    meta: { changes: [liveKeys.messages(sessionId)] },
  });

/** The list itself: move, edit, send now, delete. */
export function QueuedMessages({ sessionId, entries }: { sessionId: number; entries: QueueEntry[] }) {
  const { mutate, isPending } = useQueueChange(sessionId);
  const area = useReorderQueue(sessionId, entries, mutate);
  const pickedUp = useReorderState((state) => state.pickedUp);
  return (
    <ReorderableList on={entries.length > 1} {...area}>
      <section aria-label={text.messageQueue.label} className="mb-2 rounded-lg border border-line bg-surface">
        <h2 className="border-b border-line px-3 py-1 text-xs font-medium text-soft">
          {text.messageQueue.count(entries.length)}
        </h2>
        <ol className="max-h-48 overflow-y-auto">
          {withPickedUp(entries, pickedUp).map((entry) => (
            <QueuedMessage key={entry.message.id} entry={entry} busy={isPending} change={mutate} />
          ))}
        </ol>
      </section>
    </ReorderableList>
  );
}
