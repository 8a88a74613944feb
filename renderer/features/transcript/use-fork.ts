import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useCallback } from "react";
import { toast } from "sonner";
import { forkOperations } from "../../../server/domains/forks/model.ts";
import { sentencesOf } from "../../lib/api-error.ts";
import { call } from "../../lib/client.ts";
import { storeSession } from "../sessions/session-cache.ts";

/** Makes a session that goes on from one line of the transcript, and goes to it. One at a time. */
export function useFork(sessionId: number): (index: number) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: (index: number) =>
      call(forkOperations.forkSession, {
        params: { id: String(sessionId) },
        body: { message_index: index },
      }),
    onMutate: () => toast.loading("Making the fork", { description: "The clone is being copied." }),
    onSuccess: async ({ session }, index, id) => {
      storeSession(client, session);
      await navigate({ to: "/sessions/$id", params: { id: String(session.id) } });
      const description = `It goes on from line ${index} of session ${sessionId}, in a copy of its clone.`;
      toast.success(`Made “${session.title}”`, { id, description });
    },
    onError: (error, _index, id) => {
      const about = { description: sentencesOf(error).join(" ") };
      toast.error("The fork was not made", id === undefined ? about : { ...about, id });
    },
  });
  return useCallback((index) => void (isPending || mutate(index)), [isPending, mutate]);
}
