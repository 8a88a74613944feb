import { Brain, Image } from "lucide-react";
import { fullTime, timeOfDay } from "../../lib/time.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Markdown } from "../../ui/Markdown.tsx";
import { FoldedRow } from "./FoldedRow.tsx";
import { useFold } from "./transcript.store.ts";
import { clip, type EventOf, firstLine } from "./view-model.ts";

function Margin({ timestamp, text, label }: { timestamp: string | null; text: string; label: string }) {
  return (
    <div className="absolute end-1 top-1 flex items-center gap-1 rounded-md bg-raised ps-2 text-2xs text-faint opacity-0 shadow-xs transition-opacity group-hover/entry:opacity-100 focus-within:opacity-100 pointer-coarse:static pointer-coarse:justify-end pointer-coarse:bg-transparent pointer-coarse:opacity-100 pointer-coarse:shadow-none">
      {timestamp !== null && (
        <time dateTime={timestamp} title={fullTime(timestamp)} className="tabular-nums">
          {timeOfDay(timestamp)}
        </time>
      )}
      <CopyButton label={label} text={() => text} />
    </div>
  );
}

const promptSize = { characters: 3_000, lines: 24 };

interface MessageProps<T extends "user" | "assistant"> {
  foldKey: string;
  event: EventOf<T>;
  timestamp: string | null;
}

export function UserEntry({ foldKey, event, timestamp }: MessageProps<"user">) {
  const [open, toggle] = useFold(foldKey);
  const shown = open ? { text: event.text, clipped: false } : clip(event.text, promptSize);
  return (
    <article
      aria-label="Prompt"
      className="group/entry relative my-2 rounded-lg border border-line bg-surface px-3.5 py-2.5"
    >
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere whitespace-pre-wrap">{shown.text}</p>
        {event.images > 0 && (
          <p className="mt-1.5 flex items-center gap-1.5 text-xs text-faint">
            <Image aria-hidden className="size-3.5" />
            {event.images === 1 ? "One picture" : `${event.images} pictures`}
          </p>
        )}
        {(shown.clipped || open) && (
          <button
            type="button"
            onClick={toggle}
            className="mt-1.5 text-xs font-medium text-accent hover:underline"
          >
            {open ? "Show less" : "Show all of it"}
          </button>
        )}
      </div>
      <Margin timestamp={timestamp} text={event.text} label="Copy the prompt" />
    </article>
  );
}

export function AssistantEntry({ event, timestamp }: Omit<MessageProps<"assistant">, "foldKey">) {
  return (
    <article aria-label="Answer" className="group/entry relative px-2 py-1.5">
      <div className="min-w-0 flex-1 text-base">
        <Markdown text={event.text} />
      </div>
      <Margin timestamp={timestamp} text={event.text} label="Copy the answer" />
    </article>
  );
}

export function ThinkingEntry({ foldKey, event }: { foldKey: string; event: EventOf<"thinking"> }) {
  const [open, toggle] = useFold(foldKey);
  const text = event.redacted ? "The provider withholds it." : event.text;
  return (
    <FoldedRow
      Icon={Brain}
      label="Thinking"
      summary={open ? "" : firstLine(text)}
      open={open}
      onToggle={toggle}
    >
      <p className="wrap-anywhere whitespace-pre-wrap text-soft">{text}</p>
    </FoldedRow>
  );
}
