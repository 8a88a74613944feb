import { useMutation, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { errorMessages } from "../../lib/api-error.ts";
import { toastError } from "../../ui/toasts.ts";
import { liveKeys } from "../live/apply-event.ts";
import { ReorderableList } from "../reorder/ReorderableList.tsx";
import { useReorderState } from "../reorder/reorder.store.ts";
import { listMessages } from "./api.ts";
import { QueuedMessage } from "./QueuedMessage.tsx";
import { text } from "./text.ts";
import { useReorderQueue } from "./use-reorder-queue.ts";
import { queueEntries, withPickedUp } from "./view-model.ts";

function useQueue(sessionId: number) {
  const query = useQuery({
    queryKey: liveKeys.messages(sessionId),
    queryFn: ({ signal }) => listMessages(sessionId, { signal }),
  });
  const messages = query.data?.enqueued_messages;
  return { entries: useMemo(() => queueEntries(messages ?? []), [messages]), error: query.error };
}

/** Runs changes of the queue one after the other and shows a toast for a refusal. */
const useQueueChange = (sessionId: number) =>
  useMutation({
    scope: { id: `queue-${sessionId}` },
    mutationFn: (change: () => Promise<unknown>) => change(),
    onError: (error) => toastError(text.messageQueue.changeFailed, error),
    meta: { changes: [liveKeys.messages(sessionId)] },
  });

/** The messages to deliver after the current turn; nothing if there are none. */
export function MessageQueue({ sessionId }: { sessionId: number }) {
  const { entries, error } = useQueue(sessionId);
  const { mutate, isPending } = useQueueChange(sessionId);
  const area = useReorderQueue(sessionId, entries, mutate);
  const pickedUp = useReorderState((state) => state.pickedUp);
  if (error !== null) {
    return (
      <p className="px-1 py-1.5 text-xs text-failed">
        {text.messageQueue.loadFailed(errorMessages(error).join(" "))}
      </p>
    );
  }
  if (entries.length === 0) return null;
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
