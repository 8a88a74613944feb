import { useMutation, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { toastError } from "../../ui/toasts.ts";
import { liveKeys } from "../live/apply-event.ts";
import { listMessages } from "./api.ts";
import { queueEntries } from "./view-model.ts";

export function useQueue(sessionId: number) {
  const query = useQuery({
    queryKey: liveKeys.messages(sessionId),
    queryFn: ({ signal }) => listMessages(sessionId, { signal }),
  });
  const messages = query.data?.enqueued_messages;
  return { entries: useMemo(() => queueEntries(messages ?? []), [messages]), error: query.error };
}

/** Runs one change of the queue after the other and says aloud what was refused. */
export const useQueueChange = (sessionId: number) =>
  useMutation({
    scope: { id: `queue-${sessionId}` },
    mutationFn: (change: () => Promise<unknown>) => change(),
    onError: (error) => toastError("The queue was not changed", error),
    meta: { changes: [liveKeys.messages(sessionId)] },
  });
