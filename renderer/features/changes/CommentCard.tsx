import { MessageSquare, Pencil, Trash2 } from "lucide-react";
import { IconButton } from "../../ui/IconButton.tsx";
import { toastSuccess } from "../../ui/toasts.ts";
import { type Comment, edit, lineLabel, putBack, remove } from "./review.ts";
import { text } from "./text.ts";
import type { ChangeReview } from "./use-review.ts";

interface Props {
  comment: Comment;
  change: ChangeReview;
  /** Its lines are gone, so the card quotes them. */
  outdated?: boolean;
  /** The lines may only be hidden because whitespace is ignored. */
  maybeHidden?: boolean;
}

const outdatedReason = (maybeHidden: boolean): string =>
  maybeHidden ? text.commentCard.notShown : text.commentCard.changed;

/** A comment that has not been sent yet. */
export function CommentCard({ comment, change, outdated = false, maybeHidden = false }: Props) {
  const lines = lineLabel(comment);
  const undo = (): void => change((before) => putBack(before, comment));
  const onDelete = (): void => {
    change((before) => remove(before, comment.id));
    toastSuccess(text.commentCard.deleted, { undo });
  };
  return (
    <article
      aria-label={text.commentCard.label(lines)}
      className="m-2 flex max-w-2xl gap-2 rounded-lg border border-line-strong bg-raised px-2.5 py-1.5"
    >
      <MessageSquare aria-hidden className="mt-1.5 size-3.5 shrink-0 text-accent" />
      <div className="min-w-0 flex-1 py-1">
        <p className="text-2xs text-faint">
          {outdated
            ? text.commentCard.outdated(comment.path, lines, outdatedReason(maybeHidden))
            : text.commentCard.line(lines)}
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
          label={text.commentCard.edit(lines)}
          onClick={() => change((before) => edit(before, comment.id))}
        >
          <Pencil aria-hidden className="size-3.5" />
        </IconButton>
      )}
      <IconButton label={text.commentCard.delete(lines)} onClick={onDelete}>
        <Trash2 aria-hidden className="size-3.5" />
      </IconButton>
    </article>
  );
}
