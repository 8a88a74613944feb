import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import type { CallOptions } from "../../lib/client.ts";
import { sessionDraft } from "../../lib/draft-rules.ts";
import { liveKeys } from "../live/apply-event.ts";
import { enqueueMessage } from "../queue/api.ts";
import { followUp } from "../sessions/api.ts";
import { liveSessions } from "../sessions/live-sessions.ts";
import { storeSession } from "../sessions/session-cache.ts";
import { jumpToLatest } from "../transcript/transcript.store.ts";
import { attachmentsForRequest, type PendingFile } from "./attachments.ts";
import type { Answered } from "./CommandAnswer.tsx";
import { withProgress } from "./uploads.store.ts";

export const composerDraft = (sessionId: number): string => sessionDraft(sessionId, "message");

export interface Message {
  prompt: string;
  files: readonly PendingFile[];
  /** Stops the current turn. */
  now: boolean;
}

/** Sends a message. `onSent` runs after the service has accepted it; a failure changes nothing. */
export function useSend(session: Session, onSent: (message: Message, answer: Answered | null) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ prompt, files, now }: Message) => {
      if (session.status === "failed") {
        await enqueueMessage(session.id, prompt);
        return { session: null, answer: null };
      }
      const since = liveSessions.mark();
      const body = { prompt, ...(now && { force_immediate: true }), ...attachmentsForRequest(files) };
      const deliver = (options?: CallOptions) => followUp(session.id, body, options);
      const answer = await (files.length === 0
        ? deliver()
        : withProgress(composerDraft(session.id), deliver));
      const { command, message } = answer;
      return {
        session: liveSessions.acceptResponse(answer.session, since),
        answer: command === undefined ? null : { command, message },
      };
    },
    onSuccess: (answer, message) => {
      onSent(message, answer.answer);
      if (answer.answer === null) jumpToLatest();
      if (answer.session) storeSession(client, answer.session);
    },
    // A message that was canceled with its last byte may have arrived.
    meta: { changes: [liveKeys.messages(session.id)] },
  });
}
