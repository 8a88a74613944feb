import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { toast } from "sonner";
import { sentencesOf } from "../../lib/api-error.ts";
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

/** Runs one change of the queue at a time, reads the queue again and says aloud what was refused. */
export function useQueueChange(sessionId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: () => Promise<unknown>) => change(),
    onError: (error) =>
      void toast.error("The queue was not changed", { description: sentencesOf(error).join(" ") }),
    onSettled: () => client.invalidateQueries({ queryKey: liveKeys.messages(sessionId) }),
  });
}
