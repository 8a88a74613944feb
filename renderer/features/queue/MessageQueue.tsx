import { useMutation, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { errorMessages } from "../../lib/api-error.ts";
import { toastError } from "../../ui/toasts.ts";
import { liveKeys } from "../live/apply-event.ts";
import { ReorderableList } from "../reorder/ReorderableList.tsx";
import { useReorderState } from "../reorder/reorder.store.ts";
import { listMessages } from "./api.ts";
import { QueuedMessage } from "./QueuedMessage.tsx";
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

/** Runs one change of the queue after the other and says aloud what was refused. */
const useQueueChange = (sessionId: number) =>
  useMutation({
    scope: { id: `queue-${sessionId}` },
    mutationFn: (change: () => Promise<unknown>) => change(),
    onError: (error) => toastError("Could not change the queue", error),
    meta: { changes: [liveKeys.messages(sessionId)] },
  });

/** What is delivered after the turn that runs; nothing at all while nothing waits. */
export function MessageQueue({ sessionId }: { sessionId: number }) {
  const { entries, error } = useQueue(sessionId);
  const { mutate, isPending } = useQueueChange(sessionId);
  const area = useReorderQueue(sessionId, entries, mutate);
  const held = useReorderState((state) => state.pickedUp);
  if (error !== null) {
    return (
      <p className="px-1 py-1.5 text-xs text-failed">
        The queue could not be loaded. {errorMessages(error).join(" ")}
      </p>
    );
  }
  if (entries.length === 0) return null;
  return (
    <ReorderableList on={entries.length > 1} {...area}>
      <section aria-label="Queued messages" className="mb-2 rounded-lg border border-line bg-surface">
        <h2 className="border-b border-line px-3 py-1 text-xs font-medium text-soft">
          {entries.length === 1 ? "1 queued message" : `${entries.length} queued messages`}
        </h2>
        <ol className="max-h-48 overflow-y-auto">
          {withPickedUp(entries, held).map((entry) => (
            <QueuedMessage key={entry.message.id} entry={entry} busy={isPending} change={mutate} />
          ))}
        </ol>
      </section>
    </ReorderableList>
  );
}
