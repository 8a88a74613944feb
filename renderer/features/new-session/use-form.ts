import { useCallback, useEffect, useLayoutEffect, useState } from "react";
import type { TemplateSetup } from "../../../server/domains/agents/templates/model.ts";
import { desktopShell } from "../../lib/desktop.ts";
import { readDraft, saveDraft, useNewestDraft } from "../../lib/drafts.ts";
import { tabId } from "../../lib/tab-id.ts";
import { emptyForm, isUntouched, type NewSessionForm, restoreForm, withPrompt } from "./form.ts";
import { takeTypedAhead } from "./new-session.store.ts";
import type { FormConfigs } from "./resolve-defaults.ts";
import { applyTemplate } from "./template-setup.ts";

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
  const [first] = useState(form);
  // What it begins with is a draft like what is typed.
  useLayoutEffect(() => {
    if (start.prompt !== "") saveDraft(draftId(), JSON.stringify(first));
  }, [first, start.prompt]);
  useTypedAhead(change);
  const clear = useCallback(() => {
    saveDraft(draftId(), "");
    setForm(emptyForm(configs));
  }, [configs]);
  return { form, change, clear, touched: !isUntouched(form, emptyForm(configs)) };
}

/** Adds the letters that were typed while the form was loading. */
function useTypedAhead(change: ChangeForm): void {
  useLayoutEffect(() => {
    const typed = takeTypedAhead();
    if (typed !== "") change((form) => ({ ...form, prompt: form.prompt + typed }));
  }, [change]);
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
