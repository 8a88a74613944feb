import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Session } from "../../../server/domains/sessions/model.ts";
import { saveDraft } from "../../lib/drafts.ts";
import { liveKeys } from "../live/apply-event.ts";
import { followUp } from "../sessions/api.ts";
import { liveSessions } from "../sessions/live-sessions.ts";
import { storeSession } from "../sessions/session-cache.ts";
import { jumpToLatest } from "../transcript/transcript.store.ts";
import type { PendingFile } from "./attachments.ts";

export const composerDraft = (sessionId: number): string => `session:${sessionId}`;

interface Message {
  prompt: string;
  files: readonly PendingFile[];
  /** Stops the turn that runs. */
  now: boolean;
}

/** Sends a message. Its draft goes only once the service has it; a failure leaves everything where it was. */
export function useSend(session: Session, onSent: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ prompt, files, now }: Message) => {
      const since = liveSessions.mark();
      const answer = await followUp(session.id, {
        prompt,
        ...(now && { force_immediate: true }),
        ...(files.length > 0 && { attachments: files.map(({ attachment }) => attachment) }),
      });
      return { session: liveSessions.newest(answer.session, since) };
    },
    onSuccess: async (answer) => {
      saveDraft(composerDraft(session.id), "");
      onSent();
      jumpToLatest();
      if (answer.session) storeSession(client, answer.session);
      await client.invalidateQueries({ queryKey: liveKeys.messages(session.id) });
    },
  });
}
