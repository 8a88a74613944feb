import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import { forkOperations } from "../../../server/domains/sessions/forks/model.ts";
import { callApi } from "../../lib/client.ts";
import { toastError, toastLoading, toastSuccess } from "../../ui/toasts.ts";
import { mutateSession } from "../sessions/mutate-session.ts";

/** Makes a session that goes on from one line of the transcript, and goes to it. One at a time. */
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
    onMutate: () => toastLoading("Creating fork", "Copying the clone…"),
    onSuccess: async ({ session }, index, id) => {
      await navigate({ to: "/sessions/$id", params: { id: String(session.id) } });
      const about = `It continues from line ${index} of session ${sessionId}, in a copy of its clone.`;
      toastSuccess(`Created “${session.title}”`, { id, description: about });
    },
    onError: (error, _index, id) => toastError("Could not create the fork", error, { id }),
  });
  return useCallback((index) => void (isPending || mutate(index)), [isPending, mutate]);
}
