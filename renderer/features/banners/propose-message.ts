import { flushSync } from "react-dom";
import { readDraft, saveDraft } from "../../lib/drafts.ts";
import { composerDraft } from "../composer/use-send.ts";
import { proposal } from "./view-model.ts";

/** Puts a message to begin with where the next one is written, and the cursor behind it. */
export function proposeMessage(sessionId: number, prompt: string | null): void {
  const draftId = composerDraft(sessionId);
  // At once, so that whatever is typed next finds the cursor there.
  flushSync(() => saveDraft(draftId, proposal(readDraft(draftId), prompt)));
  const field = document.getElementById(draftId);
  if (!(field instanceof HTMLTextAreaElement)) return;
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}
