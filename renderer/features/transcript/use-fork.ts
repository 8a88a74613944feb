import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import { forkOperations } from "../../../server/domains/transcripts/forks/model.ts";
import { callApi } from "../../lib/client.ts";
import { toastError, toastLoading, toastSuccess } from "../../ui/toasts.ts";
import { mutateSession } from "../sessions/mutate-session.ts";
import { text } from "./text.ts";

/** Creates a session that continues from a line of the transcript and opens it. One at a time. */
export function useFork(sessionId: number): (index: number) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: (index: number) =>
      mutateSession(client, () =>
        callApi(forkOperations.forkSession, {
          params: { id: String(sessionId) },
          body: { message_index: index },
        }),
      ),
    onMutate: () => toastLoading(text.fork.creating, text.fork.copying),
    onSuccess: async ({ session }, index, id) => {
      await navigate({ to: "/sessions/$id", params: { id: String(session.id) } });
      const description = text.fork.createdHint(index, sessionId);
      toastSuccess(text.fork.created(session.title), { id, description });
    },
    onError: (error, _index, id) => toastError(text.fork.failed, error, { id }),
  });
  return useCallback((index) => void (isPending || mutate(index)), [isPending, mutate]);
}
