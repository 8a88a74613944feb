import { useEffect, useRef } from "react";
import { matchesShortcut } from "../../lib/keyboard.ts";
import { Button } from "../../ui/Button.tsx";
import { type Comment, cancel, keep, lineWords, write } from "./review.ts";
import type { ChangeReview } from "./use-review.ts";

interface Props {
  writing: Comment;
  change: ChangeReview;
  /** Undefined where no line follows. */
  onAddLine: (() => void) | undefined;
}

/** Where a comment is written, under the lines it is about. What is typed is kept at once. */
export function CommentEditor({ writing, change, onAddLine }: Props) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const words = lineWords(writing);
  return (
    <section
      aria-label={`Comment on line ${words}`}
      className="m-2 flex max-w-2xl flex-col gap-2 rounded-lg border border-accent bg-raised p-2.5"
    >
      <p className="flex items-center gap-2 text-xs text-faint">
        <span className="flex-1">Line {words}</span>
        {onAddLine && (
          <Button variant="quiet" size="small" onClick={onAddLine}>
            Include next line
          </Button>
        )}
      </p>
      <textarea
        ref={field}
        aria-label="Comment"
        placeholder="What should the agent change?"
        value={writing.text}
        onChange={(event) => change((before) => write(before, event.target.value))}
        onKeyDown={(event) => {
          if (event.key === "Escape") change(cancel);
          if (!matchesShortcut(event, "mod+enter")) return;
          event.preventDefault();
          change(keep);
        }}
        className="field field-sizing-content max-h-60 min-h-16 text-sm"
      />
      <p className="flex justify-end gap-2">
        <Button variant="quiet" size="small" onClick={() => change(cancel)}>
          Cancel
        </Button>
        <Button
          variant="primary"
          size="small"
          disabled={writing.text.trim() === ""}
          onClick={() => change(keep)}
        >
          Add comment
        </Button>
      </p>
    </section>
  );
}
