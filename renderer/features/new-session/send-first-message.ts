import type { Session } from "../../../server/domains/sessions/model.ts";
import { saveDraft } from "../../lib/drafts.ts";
import { sayRefused } from "../../ui/toasts.ts";
import { changeFiles } from "../composer/attachments.store.ts";
import { attachmentsSent, type PendingFile } from "../composer/attachments.ts";
import { composerDraft } from "../composer/use-send.ts";
import { followUp } from "../sessions/api.ts";

interface FirstMessage {
  prompt: string;
  files: readonly PendingFile[];
}

/** The session as it is then. A message that is refused is not lost: it waits in the composer of the session. */
export async function sendFirstMessage(session: Session, message: FirstMessage): Promise<Session> {
  const { prompt, files } = message;
  try {
    return (await followUp(session.id, { prompt, ...attachmentsSent(files) })).session;
  } catch (error) {
    const draft = composerDraft(session.id);
    saveDraft(draft, prompt);
    changeFiles(draft, () => files);
    sayRefused("The session was made, but its first message was not sent", error);
    return session;
  }
}
