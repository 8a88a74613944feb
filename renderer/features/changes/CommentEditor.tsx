import { useEffect, useRef } from "react";
import { matchesShortcut } from "../../lib/keyboard.ts";
import { Button } from "../../ui/Button.tsx";
import { type Comment, cancel, keep, lineLabel, type Review, write } from "./review.ts";
import { text } from "./text.ts";
import type { ChangeReview } from "./use-review.ts";

interface Props {
  writing: Comment;
  change: ChangeReview;
  /** Undefined if no line follows. */
  onAddLine: (() => void) | undefined;
}

/** Edits a comment under the lines it is about. Every keystroke is saved as a draft. */
export function CommentEditor({ writing, change, onAddLine }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const lines = lineLabel(writing);
  /** Also gives the focus back to the line, from where the keys go on. */
  const end = (how: (before: Review) => Review): void => {
    const row = field.current?.closest("tr")?.previousElementSibling;
    const line = [...(row?.querySelectorAll<HTMLElement>("button[data-line]") ?? [])].at(-1);
    change(how);
    line?.focus({ preventScroll: true });
  };
  return (
    <section
      aria-label={text.commentEditor.label(lines)}
      className="m-2 flex max-w-2xl flex-col gap-2 rounded-lg border border-accent bg-raised p-2.5"
    >
      <p className="flex items-center gap-2 text-xs text-faint">
        <span className="flex-1">{text.commentEditor.line(lines)}</span>
        {onAddLine && (
          <Button variant="quiet" size="small" onClick={onAddLine}>
            {text.commentEditor.nextLine}
          </Button>
        )}
      </p>
      <textarea
        ref={field}
        aria-label={text.commentEditor.field}
        placeholder={text.commentEditor.placeholder}
        value={writing.text}
        onChange={(event) => change((before) => write(before, event.target.value))}
        onKeyDown={(event) => {
          if (event.key === "Escape") end(cancel);
          if (!matchesShortcut(event, "mod+enter")) return;
          event.preventDefault();
          end(keep);
        }}
        className="field field-sizing-content max-h-60 min-h-16 text-sm"
      />
      <p className="flex justify-end gap-2">
        <Button variant="quiet" size="small" onClick={() => end(cancel)}>
          {text.commentEditor.cancel}
        </Button>
        <Button
          variant="primary"
          size="small"
          disabled={writing.text.trim() === ""}
          onClick={() => end(keep)}
        >
          {text.commentEditor.add}
        </Button>
      </p>
    </section>
  );
}
