import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Session } from "../../../server/domains/sessions/model.ts";
import { liveKeys } from "../live/apply-event.ts";
import { followUp } from "../sessions/api.ts";
import { liveSessions } from "../sessions/live-sessions.ts";
import { storeSession } from "../sessions/session-cache.ts";
import { jumpToLatest } from "../transcript/transcript.store.ts";
import { attachmentsSent, type PendingFile } from "./attachments.ts";

export const composerDraft = (sessionId: number): string => `session:${sessionId}`;

interface Message {
  prompt: string;
  files: readonly PendingFile[];
  /** Stops the turn that runs. */
  now: boolean;
}

/** Sends a message. `onSent` runs once the service has it; a failure leaves everything where it was. */
export function useSend(session: Session, onSent: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ prompt, files, now }: Message) => {
      const since = liveSessions.mark();
      const answer = await followUp(session.id, {
        prompt,
        ...(now && { force_immediate: true }),
        ...attachmentsSent(files),
      });
      return { session: liveSessions.newest(answer.session, since) };
    },
    onSuccess: async (answer) => {
      onSent();
      jumpToLatest();
      if (answer.session) storeSession(client, answer.session);
      await client.invalidateQueries({ queryKey: liveKeys.messages(session.id) });
    },
  });
}
