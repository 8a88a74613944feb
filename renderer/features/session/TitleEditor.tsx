import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { sessionDraft } from "../../lib/draft-rules.ts";
import { readDraft, saveDraft } from "../../lib/drafts.ts";
import { DraftNote } from "../../ui/DraftNote.tsx";
import { toastError } from "../../ui/toasts.ts";
import { updateSession } from "../sessions/api.ts";
import { mutateSession } from "../sessions/mutate-session.ts";

const titleLimit = 100;

/** The text while it is being changed, null else; a draft until the service has it. */
function useTitle(session: Session) {
  const client = useQueryClient();
  const draftId = sessionDraft(session.id, "title");
  const [text, setText] = useState(() => readDraft(draftId) || null);
  const [restored, setRestored] = useState(text !== null);
  const write = (next: string | null): void => {
    setRestored(false);
    setText(next);
    saveDraft(draftId, next === session.title ? "" : (next ?? ""));
  };
  const { mutate, isPending } = useMutation({
    mutationFn: (title: string) => mutateSession(client, () => updateSession(session.id, { title })),
    onSuccess: () => write(null),
    onError: (error) => toastError("Could not rename the session", error),
  });
  const finish = (): void => {
    const title = text?.trim() ?? "";
    if (title === "" || title === session.title) return write(null);
    if (!isPending) mutate(title);
  };
  return { text, write, finish, restored, busy: isPending };
}

type Title = ReturnType<typeof useTitle>;

function TitleField({ title, text }: { title: Title; text: string }) {
  const { write, finish, restored, busy } = title;
  return (
    <>
      <input
        // The person has just pressed the title; what is restored waits for them.
        autoFocus={!restored}
        aria-label="Title"
        value={text}
        maxLength={titleLimit}
        readOnly={busy}
        onFocus={(event) => event.target.select()}
        onChange={(event) => write(event.target.value)}
        onBlur={() => !restored && finish()}
        onKeyDown={(event) => {
          if (event.key === "Enter") finish();
          if (event.key === "Escape") write(null);
        }}
        className="field -my-0.5 max-w-xl text-lg font-semibold"
      />
      {restored && <DraftNote className="mt-1.5" onSave={finish} onDiscard={() => write(null)} />}
    </>
  );
}

function OneTitle({ session }: { session: Session }) {
  const title = useTitle(session);
  if (title.text !== null) return <TitleField title={title} text={title.text} />;
  return (
    <h1 className="min-w-0 text-lg leading-tight font-semibold">
      <button
        type="button"
        title={`${session.title} (click to rename)`}
        onClick={() => title.write(session.title)}
        className="-mx-1 line-clamp-2 rounded-sm px-1 text-start hover:bg-hover md:line-clamp-1"
      >
        {session.title}
      </button>
    </h1>
  );
}

/** The title, which becomes a field when pressed. Enter or leaving keeps the change, Escape drops it. */
export function TitleEditor({ session }: { session: Session }) {
  return <OneTitle key={session.id} session={session} />;
}
