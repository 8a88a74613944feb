import { useState } from "react";
import type { Configs } from "../../../server/domains/agents/configs/model.ts";
import type { Trigger } from "../../../server/domains/automation/triggers/model.ts";
import { readDraft, saveDraft } from "../../lib/drafts.ts";
import { draftText, readDraftText } from "./draft.ts";
import { formOf, freshForm, type TriggerForm } from "./form.ts";

const draftOf = (trigger: Trigger | null): string => `trigger:${trigger?.id ?? "new"}`;

/** Nobody will finish what was begun on a trigger that is gone. */
export const endDraft = (trigger: Trigger): void => saveDraft(draftOf(trigger), "");

/** The form and its draft, which follows every change until it is saved. */
export function useForm(trigger: Trigger | null, configs: Configs) {
  const draftId = draftOf(trigger);
  const [start] = useState(() => (trigger ? formOf(trigger, configs) : freshForm(configs)));
  const [begun, setBegun] = useState(() => readDraftText(readDraft(draftId), start));
  const [form, setForm] = useState(begun?.form ?? start);
  const change = (part: Partial<TriggerForm>): void => {
    setBegun(null);
    setForm((before) => {
      const after = { ...before, ...part };
      saveDraft(draftId, draftText(after, start));
      return after;
    });
  };
  const discard = (): void => {
    saveDraft(draftId, "");
    setBegun(null);
    setForm(start);
  };
  return { form, change, discard, begun };
}
