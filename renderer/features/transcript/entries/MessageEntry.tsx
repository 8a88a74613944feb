import { Brain, CircleAlert } from "lucide-react";
import { Markdown } from "../../../ui/Markdown.tsx";
import { useFold } from "../transcript.store.ts";
import { clip, type EventOf, firstLine } from "../view-model.ts";
import { DeferredPictures } from "./DeferredPictures.tsx";
import { FoldedRow } from "./FoldedRow.tsx";
import { RichText } from "./RichText.tsx";
import { text } from "./text.ts";

const promptSize = { characters: 3_000, lines: 24 };

interface UserProps {
  foldKey: string;
  /** The id of the entry, for its pictures. */
  entry: string;
  event: EventOf<"user">;
}

export function UserEntry({ foldKey, entry, event }: UserProps) {
  return (
    <article
      aria-label={text.messages.prompt}
      className="my-2 rounded-lg border border-line bg-surface px-3.5 py-2.5"
    >
      <div className="min-w-0 flex-1">
        <FoldedPrompt foldKey={foldKey} text={event.text} />
        <DeferredPictures entry={entry} count={event.images} where={text.pictures.inPrompt} file={null} />
      </div>
    </article>
  );
}

interface PromptProps {
  foldKey: string;
  text: string;
}

/** A prompt as it was written; a long one can be unfolded. */
function FoldedPrompt({ foldKey, text: written }: PromptProps) {
  const [open, toggle] = useFold(foldKey);
  const shown = open ? { text: written, clipped: false } : clip(written, promptSize);
  return (
    <>
      <p className="wrap-anywhere whitespace-pre-wrap">
        <RichText text={shown.text} />
      </p>
      {(shown.clipped || open) && (
        <button
          type="button"
          onClick={toggle}
          className="mt-1.5 text-xs font-medium text-accent hover:underline"
        >
          {open ? text.messages.showLess : text.messages.showMore}
        </button>
      )}
    </>
  );
}

/** What the file of the CLI has as a prompt, and nobody sent. */
export function UnsentPromptEntry(prompt: PromptProps) {
  return (
    <article
      aria-label={text.messages.unsentPrompt}
      className="my-2 rounded-lg border border-dashed border-needs/50 bg-needs-soft px-3.5 py-2.5"
    >
      <p className="mb-1 flex items-center gap-1.5 text-xs font-medium text-needs">
        <CircleAlert aria-hidden className="size-3.5 shrink-0" />
        {text.messages.notFromYou}
      </p>
      <FoldedPrompt {...prompt} />
    </article>
  );
}

export function AssistantEntry({ event }: { event: EventOf<"assistant"> }) {
  return (
    <article aria-label={text.messages.response} className="px-2 py-1.5">
      <div className="min-w-0 flex-1 text-base">
        <Markdown text={event.text} />
      </div>
    </article>
  );
}

export function ThinkingEntry({ foldKey, event }: { foldKey: string; event: EventOf<"thinking"> }) {
  const [open, toggle] = useFold(foldKey);
  const thinking = event.redacted ? text.messages.hiddenThinking : event.text;
  return (
    <FoldedRow
      Icon={Brain}
      label={text.messages.thinking}
      summary={open ? "" : firstLine(thinking)}
      open={open}
      onToggle={toggle}
    >
      <p className="wrap-anywhere whitespace-pre-wrap text-soft">
        <RichText text={thinking} />
      </p>
    </FoldedRow>
  );
}
