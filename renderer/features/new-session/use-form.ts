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
import { emptyForm, isUntouched, type NewSessionForm, restoreForm, withPrompt } from "./form.ts";
import type { FormConfigs } from "./resolve-defaults.ts";
import { sendFirstMessage } from "./send-first-message.ts";
import { applyTemplate } from "./template-setup.ts";
import { withoutPrompt } from "./view-model.ts";

const draftPrefix = "new-session:";

/** Each tab has a draft of its own. */
export const draftId = (): string => draftPrefix + tabId();

/** A draft from another tab, which may be closed by now. */
export const useOtherDraft = () => useNewestDraft(draftPrefix, draftId());

export type ChangeForm = (change: (form: NewSessionForm) => NewSessionForm) => void;

/** The form and its draft, which is stored after every change. `start` is what it begins with. */
export function useForm(configs: FormConfigs, start: { setup: TemplateSetup | null; prompt: string }) {
  const [form, setForm] = useState(() => {
    const kept = withPrompt(restoreForm(readDraft(draftId()), configs), start.prompt);
    return start.setup === null ? kept : applyTemplate(kept, start.setup, configs);
  });
  const change: ChangeForm = useCallback(
    (next) =>
      setForm((before) => {
        const after = next(before);
        saveDraft(draftId(), isUntouched(after, emptyForm(configs)) ? "" : JSON.stringify(after));
        return after;
      }),
    [configs],
  );
  const clear = useCallback(() => {
    saveDraft(draftId(), "");
    setForm(emptyForm(configs));
  }, [configs]);
  return { form, change, clear, touched: !isUntouched(form, emptyForm(configs)) };
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

/** Repeating a request keeps its key, so that a second try after a lost answer creates no second session. */
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

/** Creates the session and opens its page; the draft is kept until then. */
export function useCreate(onCreated: () => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const withIdempotencyKey = useIdempotency();
  return useMutation({
    mutationFn: ({ request, files }: Creation) =>
      mutateSession(client, async () => {
        if (files.length === 0) return createSession(withIdempotencyKey(request));
        // Files cannot be sent with a new session, but with its first message.
        const { rest, prompt } = withoutPrompt(request);
        const answer = await createSession(withIdempotencyKey(rest));
        return {
          ...answer,
          session: await sendFirstMessage(answer.session, { prompt, files, progressOf: draftId() }),
        };
      }),
    onSuccess: async ({ session, warnings = [] }) => {
      onCreated();
      for (const warning of warnings) toastWarning(warning);
      await navigate({ to: "/sessions/$id", params: { id: String(session.id) } });
    },
  });
}
