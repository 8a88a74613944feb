import { useState } from "react";
import type { Trigger } from "../../../server/domains/automation/triggers/model.ts";
import type { Configs } from "../../../server/domains/surfaces/configs/model.ts";
import { readDraft, saveDraft } from "../../lib/drafts.ts";
import { draftText, readDraftText } from "./draft.ts";
import { emptyForm, formOf, type TriggerForm } from "./form.ts";

const draftOf = (trigger: Trigger | null): string => `trigger:${trigger?.id ?? "new"}`;

/** The draft of a deleted trigger has no use. */
export const endDraft = (trigger: Trigger): void => saveDraft(draftOf(trigger), "");

/** The form and its draft, which is stored after every change until the form is saved. */
export function useForm(trigger: Trigger | null, configs: Configs) {
  const draftId = draftOf(trigger);
  const [start] = useState(() => (trigger ? formOf(trigger, configs) : emptyForm(configs)));
  const [restored, setRestored] = useState(() => readDraftText(readDraft(draftId), start));
  const [form, setForm] = useState(restored?.form ?? start);
  const change = (part: Partial<TriggerForm>): void => {
    setRestored(null);
    setForm((before) => {
      const after = { ...before, ...part };
      saveDraft(draftId, draftText(after, start));
      return after;
    });
  };
  const discard = (): void => {
    saveDraft(draftId, "");
    setRestored(null);
    setForm(start);
  };
  return { form, change, discard, restored };
}
