import { getRouteApi } from "@tanstack/react-router";
import { useId } from "react";
import { flushSync } from "react-dom";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import type { BannerAction } from "../../../server/domains/sessions/wait-reasons/model.ts";
import { readDraft, saveDraft } from "../../lib/drafts.ts";
import { Button } from "../../ui/Button.tsx";
import { composerDraft } from "../composer/use-send.ts";
import { useAction } from "../selection/use-action.ts";
import { searchForTab } from "../sessions/session-page-search.ts";
import { actionView, withSuggestedPrompt } from "./view-model.ts";

const route = getRouteApi("/sessions/$id");

/** Puts a suggested message into the composer, with the cursor at its end. */
function suggestMessage(sessionId: number, prompt: string | null): void {
  const draftId = composerDraft(sessionId);
  // Synchronous, so that the cursor is in place before the next key press.
  flushSync(() => saveDraft(draftId, withSuggestedPrompt(readDraft(draftId), prompt)));
  const field = document.getElementById(draftId);
  if (!(field instanceof HTMLTextAreaElement)) return;
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
}

interface WriteProps {
  sessionId: number;
  label: string;
  prompt: string | null;
}

function WriteButton({ sessionId, label, prompt }: WriteProps) {
  const navigate = route.useNavigate();
  const write = async (): Promise<void> => {
    // The composer is only on the view of the conversation.
    await navigate({ search: searchForTab({}), replace: true });
    suggestMessage(sessionId, prompt);
  };
  return (
    <Button size="small" onClick={() => void write()}>
      {label}
    </Button>
  );
}

function MissingButton({ label, reason }: { label: string; reason: string }) {
  const id = useId();
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Button size="small" aria-disabled aria-describedby={id}>
        {label}
      </Button>
      <span id={id} className="text-xs text-soft">
        {reason}
      </span>
    </span>
  );
}

/** The action of a banner. */
export function BannerActionButton({ session, action }: { session: Session; action: BannerAction }) {
  const run = useAction();
  const view = actionView(action);
  switch (view.kind) {
    case "class":
      return (
        <Button size="small" onClick={() => run(view.schedulingClass, [session])}>
          {view.label}
        </Button>
      );
    case "write":
      return <WriteButton sessionId={session.id} label={view.label} prompt={view.prompt} />;
    case "open":
      return (
        <a href={view.path} className="text-xs font-medium text-accent hover:underline">
          {view.label}
        </a>
      );
    case "missing":
      return <MissingButton label={view.label} reason={view.reason} />;
  }
}
