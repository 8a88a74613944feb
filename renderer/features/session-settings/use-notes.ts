import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { errorMessages } from "../../lib/api-error.ts";
import { sessionDraft } from "../../lib/draft-rules.ts";
import { readDraft, saveDraft } from "../../lib/drafts.ts";
import { mutateSession } from "../sessions/mutate-session.ts";
import { changeNotes } from "./api.ts";
import { canSave, notesState } from "./notes.ts";

const typingMs = 1_000;

/**
 * Saves notes after a pause in typing; until then they are a draft. A restored draft waits for the person, because the
 * notes may have changed since.
 */
export function useNotes({ id, session_notes }: Session) {
  const draftId = sessionDraft(id, "notes");
  const client = useQueryClient();
  const stored = session_notes ?? "";
  const [typed, setTyped] = useState<string | null>(() => readDraft(draftId) || null);
  const [restored, setRestored] = useState(typed !== null && typed !== stored);
  const { mutate, isPending, error, variables } = useMutation({
    scope: { id: `session-${id}` },
    mutationFn: (text: string) => mutateSession(client, () => changeNotes(id, text)),
    onSuccess: (_answer, text) => {
      setRestored(false);
      setTyped((now) => (now === text ? null : now));
      if (readDraft(draftId) === text) saveDraft(draftId, "");
    },
  });
  const save = (): void => {
    if (canSave(typed, stored)) mutate(typed);
  };
  useEffect(() => {
    if (restored || !canSave(typed, stored)) return;
    const timer = setTimeout(() => mutate(typed), typingMs);
    return () => clearTimeout(timer);
  }, [restored, typed, stored, mutate]);
  const keepDraft = (text: string | null): void => {
    setRestored(false);
    setTyped(text);
    saveDraft(draftId, text ?? "");
  };
  const refusal = error !== null && variables === typed ? errorMessages(error).join(" ") : null;
  return {
    value: typed ?? stored,
    write: keepDraft,
    save,
    discard: (): void => keepDraft(null),
    restored,
    refused: refusal !== null,
    state: notesState({ typed, stored, saving: isPending, refusal }),
  };
}
