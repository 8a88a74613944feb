import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { saveDraft } from "../../lib/drafts.ts";
import { toastError } from "../../ui/toasts.ts";
import { changeFiles } from "../composer/attachments.store.ts";
import { attachmentsForRequest, type PendingFile } from "../composer/attachments.ts";
import { withProgress } from "../composer/uploads.store.ts";
import { composerDraft } from "../composer/use-send.ts";
import { followUp } from "../sessions/api.ts";

interface FirstMessage {
  prompt: string;
  files: readonly PendingFile[];
  /** The draft of the form that shows how far it is. */
  shownBy: string;
}

/** The session as it is then. A message that is refused is not lost: it waits in the composer of the session. */
export async function sendFirstMessage(session: Session, message: FirstMessage): Promise<Session> {
  const { prompt, files, shownBy } = message;
  const body = { prompt, ...attachmentsForRequest(files) };
  try {
    return (await withProgress(shownBy, (options) => followUp(session.id, body, options))).session;
  } catch (error) {
    const draft = composerDraft(session.id);
    saveDraft(draft, prompt);
    changeFiles(draft, () => files);
    toastError("The session was created, but its first message was not sent", error);
    return session;
  }
}
