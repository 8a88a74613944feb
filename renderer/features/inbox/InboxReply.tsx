import { useEffect } from "react";
import { QueryContent } from "../../ui/QueryContent.tsx";
import { Composer } from "../composer/Composer.tsx";
import { composerDraft } from "../composer/use-send.ts";
import { Elicitations } from "../elicitations/Elicitations.tsx";
import { useSession } from "../sessions/use-session.ts";
import { replyTo } from "./reply.store.ts";
import { text } from "./text.ts";
import { useEntryActions } from "./use-entry-actions.ts";
import type { Entry } from "./view-model.ts";

/** Focuses the message box once, when it is there. */
function FocusComposer({ sessionId }: { sessionId: number }) {
  useEffect(() => document.getElementById(composerDraft(sessionId))?.focus(), [sessionId]);
  return null;
}

/** The session's questions and its message box below an entry. A sent message dismisses the entry, which can be undone. */
export function InboxReply({ entry }: { entry: Entry }) {
  const { session } = entry;
  const { mark, dismiss } = useEntryActions();
  const close = (): void => {
    replyTo(null);
    document.querySelector<HTMLElement>(`[data-entry="${session.id}"] a`)?.focus();
  };
  const onSent = (): void => {
    replyTo(null);
    mark(entry);
    dismiss(entry);
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
