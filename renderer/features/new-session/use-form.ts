import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useRef, useState } from "react";
import { toast } from "sonner";
import type { Configs } from "../../../server/domains/configs/model.ts";
import type { NewSession } from "../../../server/domains/sessions/model.ts";
import { readDraft, saveDraft } from "../../lib/drafts.ts";
import type { PendingFile } from "../composer/attachments.ts";
import { createSession } from "../sessions/api.ts";
import { storeSession } from "../sessions/session-cache.ts";
import { freshForm, isUntouched, type NewSessionForm, restoreForm } from "./form.ts";
import { sendFirstMessage } from "./send-first-message.ts";
import { withoutPrompt } from "./view-model.ts";

export const draftId = "new-session";

export type ChangeForm = (change: (form: NewSessionForm) => NewSessionForm) => void;

/** The form and its draft, which follows every change. */
export function useForm(configs: Configs) {
  const [form, setForm] = useState(() => restoreForm(readDraft(draftId), configs));
  const change: ChangeForm = useCallback(
    (next) =>
      setForm((before) => {
        const after = next(before);
        saveDraft(draftId, isUntouched(after, freshForm(configs)) ? "" : JSON.stringify(after));
        return after;
      }),
    [configs],
  );
  const clear = useCallback(() => {
    saveDraft(draftId, "");
    setForm(freshForm(configs));
  }, [configs]);
  return { form, change, clear, touched: !isUntouched(form, freshForm(configs)) };
}

const newKey = (): string => `board-${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;

/** The same request keeps its key, so that sending it again after a lost answer makes no second session. */
function useIdempotency() {
  const last = useRef({ request: "", key: "" });
  return (request: NewSession): NewSession => {
    const text = JSON.stringify(request);
    if (last.current.request !== text) last.current = { request: text, key: newKey() };
    return { ...request, idempotency_key: last.current.key };
  };
}

interface Creation {
  request: NewSession;
  files: readonly PendingFile[];
}

/** Makes the session and goes to its page; the draft stays until that has worked. */
export function useCreate(onCreated: () => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const keyed = useIdempotency();
  return useMutation({
    mutationFn: async ({ request, files }: Creation) => {
      if (files.length === 0) return createSession(keyed(request));
      // A new session takes no files; its first message does.
      const { rest, prompt } = withoutPrompt(request);
      const answer = await createSession(keyed(rest));
      return { ...answer, session: await sendFirstMessage(answer.session, { prompt, files }) };
    },
    onSuccess: async ({ session, warnings = [] }) => {
      onCreated();
      storeSession(client, session);
      for (const warning of warnings) toast.warning(warning, { duration: 15_000 });
      await navigate({ to: "/sessions/$id", params: { id: String(session.id) } });
    },
  });
}
