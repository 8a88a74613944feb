import { useEffect } from "react";
import type { Notification } from "../../../server/domains/inbox/notifications/model.ts";
import { QueryContent } from "../../ui/QueryContent.tsx";
import { Composer } from "../composer/Composer.tsx";
import { composerDraft } from "../composer/use-send.ts";
import { Elicitations } from "../elicitations/Elicitations.tsx";
import { useSession } from "../sessions/use-session.ts";
import { useMarkRead } from "./api.ts";
import { replyTo } from "./reply.store.ts";
import { text } from "./text.ts";
import { useUndoableDismiss } from "./use-undoable-dismiss.ts";

/** Focuses the message box once, when it is there. */
function FocusComposer({ sessionId }: { sessionId: number }) {
  useEffect(() => document.getElementById(composerDraft(sessionId))?.focus(), [sessionId]);
  return null;
}

/** The session's questions and its message box below an entry. A sent message dismisses the entry, which can be undone. */
export function InboxReply({ entry }: { entry: Notification }) {
  const { id, read, session } = entry;
  const { mutateAsync: markRead } = useMarkRead();
  const dismiss = useUndoableDismiss();
  const close = (): void => {
    replyTo(null);
    document.querySelector<HTMLElement>(`[data-entry="${id}"] a`)?.focus();
  };
  const onSent = (): void => {
    replyTo(null);
    // The entry may have ended with the message.
    if (!read) markRead(id).catch(() => undefined);
    dismiss(id);
  };
  return (
    <section
      aria-label={text.reply.label(session.title)}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        close();
      }}
      className="relative z-10 mt-2"
    >
      <QueryContent query={useSession(String(session.id))} what={text.reply.loading} lines={2}>
        {(details) => (
          <>
            <Elicitations session={details.session} />
            <Composer session={details.session} onSent={onSent} />
            <FocusComposer sessionId={session.id} />
          </>
        )}
      </QueryContent>
    </section>
  );
}
