import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useRef, useState } from "react";
import type { TemplateSetup } from "../../../server/domains/agents/templates/model.ts";
import type { NewSession } from "../../../server/domains/sessions/sessions/model.ts";
import { desktopShell } from "../../lib/desktop.ts";
import { readDraft, saveDraft, useNewestDraft } from "../../lib/drafts.ts";
import { tabId } from "../../lib/tab-id.ts";
import { toastWarning } from "../../ui/toasts.ts";
import type { PendingFile } from "../composer/attachments.ts";
import { createSession } from "../sessions/api.ts";
import { mutateSession } from "../sessions/mutate-session.ts";
import { freshForm, isUntouched, type NewSessionForm, restoreForm, withPrompt } from "./form.ts";
import type { FormConfigs } from "./resolve-defaults.ts";
import { sendFirstMessage } from "./send-first-message.ts";
import { applyTemplate } from "./template-setup.ts";
import { withoutPrompt } from "./view-model.ts";

const draftPrefix = "new-session:";

/** Each tab has a draft of its own. */
export const draftId = (): string => draftPrefix + tabId();

/** A draft that was left in another tab, such as one that is closed by now. */
export const useOtherDraft = () => useNewestDraft(draftPrefix, draftId());

export type ChangeForm = (change: (form: NewSessionForm) => NewSessionForm) => void;

/** The form and its draft, which follows every change. `start` is what to begin with. */
export function useForm(configs: FormConfigs, start: { setup: TemplateSetup | null; prompt: string }) {
  const [form, setForm] = useState(() => {
    const kept = withPrompt(restoreForm(readDraft(draftId()), configs), start.prompt);
    return start.setup === null ? kept : applyTemplate(kept, start.setup, configs);
  });
  const change: ChangeForm = useCallback(
    (next) =>
      setForm((before) => {
        const after = next(before);
        saveDraft(draftId(), isUntouched(after, freshForm(configs)) ? "" : JSON.stringify(after));
        return after;
      }),
    [configs],
  );
  const clear = useCallback(() => {
    saveDraft(draftId(), "");
    setForm(freshForm(configs));
  }, [configs]);
  return { form, change, clear, touched: !isUntouched(form, freshForm(configs)) };
}

/** Adds the text from "New Session from Clipboard" in the desktop app below the prompt. */
export function useClipboardPrompt(change: ChangeForm): void {
  useEffect(
    () =>
      desktopShell()?.desktop.onPrompt((text) =>
        change((form) => ({
          ...form,
          prompt: form.prompt.trim() === "" ? text : `${form.prompt}\n\n${text}`,
        })),
      ),
    [change],
  );
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
    mutationFn: ({ request, files }: Creation) =>
      mutateSession(client, async () => {
        if (files.length === 0) return createSession(keyed(request));
        // A new session takes no files; its first message does.
        const { rest, prompt } = withoutPrompt(request);
        const answer = await createSession(keyed(rest));
        return {
          ...answer,
          session: await sendFirstMessage(answer.session, { prompt, files, shownBy: draftId() }),
        };
      }),
    onSuccess: async ({ session, warnings = [] }) => {
      onCreated();
      for (const warning of warnings) toastWarning(warning);
      await navigate({ to: "/sessions/$id", params: { id: String(session.id) } });
    },
  });
}
