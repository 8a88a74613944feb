import { notesLimit } from "../../../server/domains/sessions/settings/model.ts";

interface Written {
  /** What was typed since it was last stored; null when nothing was. */
  typed: string | null;
  stored: string;
  saving: boolean;
  refusal: string | null;
}

/** What there is to say of the notes' safety; empty when all is stored. */
export function notesState({ typed, stored, saving, refusal }: Written): string {
  if (typed !== null && typed.length > notesLimit)
    return `${notesLimit.toLocaleString("en")} characters maximum.`;
  if (refusal !== null) return refusal;
  if (saving) return "Saving…";
  return typed === null || typed === stored ? "" : "Unsaved";
}

export const canSave = (typed: string | null, stored: string): typed is string =>
  typed !== null && typed !== stored && typed.length <= notesLimit;

/** The counter is in the way until the limit comes near. */
export const lengthCounter = (length: number): string | null =>
  length < notesLimit * 0.8 ? null : `${length.toLocaleString("en")} of ${notesLimit.toLocaleString("en")}`;
