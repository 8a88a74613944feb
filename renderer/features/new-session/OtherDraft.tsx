import { saveDraft } from "../../lib/drafts.ts";
import { Button } from "../../ui/Button.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { text } from "./text.ts";
import { useOtherDraft } from "./use-form.ts";
import { draftTitle } from "./view-model.ts";

/** Offers the unsent draft of another tab, which may be closed by now. */
export function OtherDraft({ onContinue }: { onContinue(text: string): void }) {
  const draft = useOtherDraft();
  if (draft === null) return null;
  const prompt = draftTitle(draft.text);
  return (
    <aside
      aria-label={text.otherDraft.label}
      className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line bg-sunken px-3 py-2 text-sm"
    >
      <p className="min-w-0 flex-1 basis-56">
        <span className="block truncate">{prompt === "" ? text.otherDraft.noPrompt : prompt}</span>
        <span className="text-xs text-faint">
          {text.otherDraft.startedElsewhere}{" "}
          <RelativeTime instant={new Date(draft.savedAt).toISOString()} spoken />
        </span>
      </p>
      <span className="flex gap-2">
        <Button
          size="small"
          onClick={() => {
            onContinue(draft.text);
            saveDraft(draft.id, "");
          }}
        >
          {text.otherDraft.continue}
        </Button>
        <Button size="small" variant="quiet" onClick={() => saveDraft(draft.id, "")}>
          {text.otherDraft.discard}
        </Button>
      </span>
    </aside>
  );
}
