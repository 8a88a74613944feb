import { z } from "zod/mini";
import { readJson } from "../new-session/form.ts";
import { type ConditionShape, isShape } from "./condition-fields.ts";
import type { TriggerForm } from "./form.ts";

const names = z.array(z.string());

const condition = z.object({
  key: z.string(),
  id: z.nullable(z.number()),
  type: z.string(),
  shape: z.custom<ConditionShape>((value) => typeof value === "string" && isShape(value)),
  settings: z.record(z.string(), z.string()),
});

const draft = z.object({
  form: z.object({
    name: z.string(),
    root: z.string(),
    template: z.string(),
    goal: z.object({ choice: z.string(), own: z.string() }),
    reuse: z.boolean(),
    enqueue: z.boolean(),
    resuscitate: z.boolean(),
    skipIfPending: z.boolean(),
    lastSession: z.string(),
    cap: z.string(),
    window: z.string(),
    schedulingClass: z.string(),
    precedence: z.string(),
    sandbox: z._default(z.string(), ""),
    mcpServers: names,
    skills: names,
    hooks: names,
    plugins: names,
    conditions: z.array(condition),
  }),
  /** The form before the first change; shows whether the trigger was changed since. */
  began: z.string(),
});

/** What is stored for an unsaved form; empty if nothing was changed. */
export function draftText(form: TriggerForm, start: TriggerForm): string {
  const began = JSON.stringify(start);
  return JSON.stringify(form) === began ? "" : JSON.stringify({ form, began });
}

export interface RestoredDraft {
  form: TriggerForm;
  /** The trigger was saved elsewhere after this draft was begun. */
  outdated: boolean;
}

/** The stored draft of a form; null if there is none. */
export function readDraftText(text: string, start: TriggerForm): RestoredDraft | null {
  const parsed = text === "" ? undefined : draft.safeParse(readJson(text));
  if (!parsed?.success) return null;
  return { form: parsed.data.form, outdated: parsed.data.began !== JSON.stringify(start) };
}
