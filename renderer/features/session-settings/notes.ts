import { notesLimit } from "../../../server/domains/sessions/settings/model.ts";
import { text } from "./text.ts";

interface Written {
  /** What was typed since the last save; null if nothing. */
  typed: string | null;
  stored: string;
  saving: boolean;
  refusal: string | null;
}

/** Whether the notes are saved, and why not; empty if they are. */
export function notesState({ typed, stored, saving, refusal }: Written): string {
  if (typed !== null && typed.length > notesLimit) return text.notes.limit(notesLimit.toLocaleString("en"));
  if (refusal !== null) return refusal;
  if (saving) return text.notes.saving;
  return typed === null || typed === stored ? "" : text.notes.unsaved;
}

export const canSave = (typed: string | null, stored: string): typed is string =>
  typed !== null && typed !== stored && typed.length <= notesLimit;

/** Shown only near the limit. */
export const lengthCounter = (length: number): string | null =>
  length < notesLimit * 0.8
    ? null
    : text.notes.count(length.toLocaleString("en"), notesLimit.toLocaleString("en"));
