import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { sessionDraft } from "../../lib/draft-rules.ts";
import { readDraft, saveDraft } from "../../lib/drafts.ts";
import { DraftNote } from "../../ui/DraftNote.tsx";
import { toastError } from "../../ui/toasts.ts";
import { updateSession } from "../sessions/api.ts";
import { mutateSession } from "../sessions/mutate-session.ts";
import { text } from "./text.ts";

const titleLimit = 100;

/** The title while it is being edited, otherwise null; a draft until the service has saved it. */
function useTitle(session: Session) {
  const client = useQueryClient();
  const draftId = sessionDraft(session.id, "title");
  const [typed, setTyped] = useState(() => readDraft(draftId) || null);
  const [restored, setRestored] = useState(typed !== null);
  const write = (next: string | null): void => {
    setRestored(false);
    setTyped(next);
    saveDraft(draftId, next === session.title ? "" : (next ?? ""));
  };
  const { mutate, isPending } = useMutation({
    mutationFn: (title: string) => mutateSession(client, () => updateSession(session.id, { title })),
    onSuccess: () => write(null),
    onError: (error) => toastError(text.titleEditor.failed, error),
  });
  const finish = (): void => {
    const title = typed?.trim() ?? "";
    if (title === "" || title === session.title) return write(null);
    if (!isPending) mutate(title);
  };
  return { typed, write, finish, restored, busy: isPending };
}

type Title = ReturnType<typeof useTitle>;

function TitleField({ title, typed }: { title: Title; typed: string }) {
  const { write, finish, restored, busy } = title;
  return (
    <>
      <input
        // Focus only after a click on the title, not for a restored draft.
        autoFocus={!restored}
        aria-label={text.titleEditor.label}
        value={typed}
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
  if (title.typed !== null) return <TitleField title={title} typed={title.typed} />;
  return (
    <h1 className="min-w-0 text-lg leading-tight font-semibold max-md:text-base">
      <button
        type="button"
        title={text.titleEditor.rename(session.title)}
        onClick={() => title.write(session.title)}
        className="-mx-1 line-clamp-1 rounded-sm px-1 text-start wrap-anywhere hover:bg-hover"
      >
        {session.title}
      </button>
    </h1>
  );
}

/** The title, which becomes a field on click. Enter or leaving the field saves; Escape discards. */
export function TitleEditor({ session }: { session: Session }) {
  return <OneTitle key={session.id} session={session} />;
}
