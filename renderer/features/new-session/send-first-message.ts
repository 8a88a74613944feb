import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { saveDraft } from "../../lib/drafts.ts";
import { toastError } from "../../ui/toasts.ts";
import { changeFiles } from "../composer/attachments.store.ts";
import { attachmentsForRequest, type PendingFile } from "../composer/attachments.ts";
import { withProgress } from "../composer/uploads.store.ts";
import { composerDraft } from "../composer/use-send.ts";
import { followUp } from "../sessions/api.ts";
import { text } from "./text.ts";

interface FirstMessage {
  prompt: string;
  files: readonly PendingFile[];
  /** The draft whose form shows the progress. */
  progressOf: string;
}

/** The session after the message. A refused message is kept: it waits in the session's composer. */
export async function sendFirstMessage(session: Session, message: FirstMessage): Promise<Session> {
  const { prompt, files, progressOf } = message;
  const body = { prompt, ...attachmentsForRequest(files) };
  try {
    return (await withProgress(progressOf, (options) => followUp(session.id, body, options))).session;
  } catch (error) {
    const draft = composerDraft(session.id);
    saveDraft(draft, prompt);
    changeFiles(draft, () => files);
    toastError(text.submit.firstMessageFailed, error);
    return session;
  }
}
