import { useEffect, useState } from "react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { QueryContent } from "../../ui/QueryContent.tsx";
import { Composer } from "../composer/Composer.tsx";
import { composerDraft } from "../composer/use-send.ts";
import { Elicitations } from "../elicitations/Elicitations.tsx";
import { hasQuestion } from "../selection/actions.ts";
import { useSession } from "../sessions/use-session.ts";
import { text } from "./text.ts";

/** Focuses the message box once, when it is there, unless a question has the keyboard. */
function FocusComposer({ session }: { session: Session }) {
  const { id } = session;
  const [isAsking] = useState(() => hasQuestion(session));
  useEffect(() => {
    if (!isAsking) document.getElementById(composerDraft(id))?.focus();
  }, [id, isAsking]);
  return null;
}

interface Props {
  session: Pick<Session, "id" | "title">;
  onSent(): void;
  onClose(): void;
}

/** The session's questions and its message box below its entry in a list. An open question has the keyboard, otherwise the box. */
export function ReplyInPlace({ session, onSent, onClose }: Props) {
  return (
    <section
      aria-label={text.label(session.title)}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
      className="relative z-10 mt-2 min-w-0"
    >
      <QueryContent query={useSession(String(session.id))} what={text.loading} lines={2}>
        {(details) => (
          <>
            <Elicitations session={details.session} />
            <Composer session={details.session} onSent={onSent} />
            <FocusComposer session={details.session} />
          </>
        )}
      </QueryContent>
    </section>
  );
}
