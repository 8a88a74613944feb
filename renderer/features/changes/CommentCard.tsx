import { MessageSquare, Pencil, Trash2 } from "lucide-react";
import { IconButton } from "../../ui/IconButton.tsx";
import { toastSuccess } from "../../ui/toasts.ts";
import { type Comment, edit, lineWords, putBack, remove } from "./review.ts";
import type { ChangeReview } from "./use-review.ts";

interface Props {
  comment: Comment;
  change: ChangeReview;
  /** The lines that it is about are not there any more, so they stand with it. */
  outdated?: boolean;
  /** They may only be left out, being of white space. */
  leftOut?: boolean;
}

const goneWords = (leftOut: boolean): string =>
  leftOut ? "is no longer in the changes" : "has changed since";

/** A comment that is not sent yet. */
export function CommentCard({ comment, change, outdated = false, leftOut = false }: Props) {
  const words = lineWords(comment);
  const undo = (): void => change((before) => putBack(before, comment));
  const onDelete = (): void => {
    change((before) => remove(before, comment.id));
    toastSuccess("Comment deleted", { undo });
  };
  return (
    <article
      aria-label={`Your comment on line ${words}`}
      className="m-2 flex max-w-2xl gap-2 rounded-lg border border-line-strong bg-raised px-2.5 py-1.5"
    >
      <MessageSquare aria-hidden className="mt-1.5 size-3.5 shrink-0 text-accent" />
      <div className="min-w-0 flex-1 py-1">
        <p className="text-2xs text-faint">
          {outdated ? `${comment.path}, line ${words}, ${goneWords(leftOut)}` : `Line ${words}`}
        </p>
        {outdated && (
          <pre className="my-1 overflow-x-auto rounded-sm bg-sunken px-2 py-1 font-mono text-2xs text-soft">
            {comment.quote.join("\n")}
          </pre>
        )}
        <p className="text-sm wrap-anywhere whitespace-pre-wrap">{comment.text}</p>
      </div>
      {!outdated && (
        <IconButton
          label={`Edit the comment on line ${words}`}
          onClick={() => change((before) => edit(before, comment.id))}
        >
          <Pencil aria-hidden className="size-3.5" />
        </IconButton>
      )}
      <IconButton label={`Delete the comment on line ${words}`} onClick={onDelete}>
        <Trash2 aria-hidden className="size-3.5" />
      </IconButton>
    </article>
  );
}
