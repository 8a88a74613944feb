import { Brain, ChevronRight, CircleAlert, type LucideIcon, StickyNote, Target } from "lucide-react";
import { Markdown } from "../../../ui/Markdown.tsx";
import { promptParts } from "../prompt-parts.ts";
import { useFold, usePartFold } from "../transcript.store.ts";
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
  const { words, goal, notes } = promptParts(event.text);
  return (
    <article
      aria-label={text.messages.prompt}
      className="my-2 rounded-lg border border-line bg-surface px-3.5 py-2.5"
    >
      <div className="min-w-0 flex-1">
        <FoldedPrompt foldKey={foldKey} text={words} />
        {(goal !== null || notes !== null) && (
          <div className="mt-2 flex flex-col items-start gap-1.5">
            {goal !== null && (
              <Addition foldKey={`${foldKey}:goal`} Icon={Target} label={text.messages.goal} text={goal} />
            )}
            {notes !== null && (
              <Addition
                foldKey={`${foldKey}:notes`}
                Icon={StickyNote}
                label={text.messages.notes}
                text={notes}
              />
            )}
          </div>
        )}
        <DeferredPictures entry={entry} count={event.images} where={text.pictures.inPrompt} file={null} />
      </div>
    </article>
  );
}

interface AdditionProps {
  foldKey: string;
  Icon: LucideIcon;
  label: string;
  text: string;
}

/** What the service put below a prompt: a chip with its first line, which opens. */
function Addition({ foldKey, Icon, label, text: added }: AdditionProps) {
  const [open, toggle] = usePartFold(foldKey);
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={toggle}
        className="inline-flex min-h-6 max-w-full items-center gap-1.5 rounded-full border border-line px-2 text-xs text-soft hover:bg-hover pointer-coarse:min-h-10"
      >
        <Icon aria-hidden className="size-3.5 shrink-0 text-faint" />
        <span className="shrink-0 font-medium">{label}</span>
        {!open && <span className="min-w-0 truncate text-faint">{firstLine(added)}</span>}
        <ChevronRight
          aria-hidden
          className={`size-3 shrink-0 text-faint transition-transform ${open ? "rotate-90" : "rtl:rotate-180"}`}
        />
      </button>
      {open && (
        <p className="w-full border-s-2 border-line ps-3 text-soft wrap-anywhere whitespace-pre-wrap">
          <RichText text={added} />
        </p>
      )}
    </>
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
