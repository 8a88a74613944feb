import { Brain } from "lucide-react";
import { Markdown } from "../../../ui/Markdown.tsx";
import { useFold } from "../transcript.store.ts";
import { clip, type EventOf, firstLine } from "../view-model.ts";
import { DeferredPictures } from "./DeferredPictures.tsx";
import { FoldedRow } from "./FoldedRow.tsx";
import { RichText } from "./RichText.tsx";

const promptSize = { characters: 3_000, lines: 24 };

interface UserProps {
  foldKey: string;
  /** Its id, by which its pictures are had. */
  entry: string;
  event: EventOf<"user">;
}

export function UserEntry({ foldKey, entry, event }: UserProps) {
  const [open, toggle] = useFold(foldKey);
  const shown = open ? { text: event.text, clipped: false } : clip(event.text, promptSize);
  return (
    <article aria-label="Prompt" className="my-2 rounded-lg border border-line bg-surface px-3.5 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere whitespace-pre-wrap">
          <RichText text={shown.text} />
        </p>
        {(shown.clipped || open) && (
          <button
            type="button"
            onClick={toggle}
            className="mt-1.5 text-xs font-medium text-accent hover:underline"
          >
            {open ? "Show less" : "Show more"}
          </button>
        )}
        <DeferredPictures entry={entry} count={event.images} where="in the prompt" file={null} />
      </div>
    </article>
  );
}

export function AssistantEntry({ event }: { event: EventOf<"assistant"> }) {
  return (
    <article aria-label="Response" className="px-2 py-1.5">
      <div className="min-w-0 flex-1 text-base">
        <Markdown text={event.text} />
      </div>
    </article>
  );
}

export function ThinkingEntry({ foldKey, event }: { foldKey: string; event: EventOf<"thinking"> }) {
  const [open, toggle] = useFold(foldKey);
  const text = event.redacted ? "Hidden by the provider." : event.text;
  return (
    <FoldedRow
      Icon={Brain}
      label="Thinking"
      summary={open ? "" : firstLine(text)}
      open={open}
      onToggle={toggle}
    >
      <p className="wrap-anywhere whitespace-pre-wrap text-soft">
        <RichText text={text} />
      </p>
    </FoldedRow>
  );
}
