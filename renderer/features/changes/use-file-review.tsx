import { type ReactNode, useCallback, useMemo } from "react";
import { CommentCard } from "./CommentCard.tsx";
import { CommentEditor } from "./CommentEditor.tsx";
import { type DiffLine, linesBetween } from "./diff-lines.ts";
import { begin, type Comment, linesOf, type Review, stretch } from "./review.ts";
import { type ChangeReview, newCommentId } from "./use-review.ts";

interface Reviewed {
  path: string;
  lines: readonly DiffLine[];
  review: Review;
  change: ChangeReview;
}

/** The comments of one file, as props of its diff table. */
export function useFileReview({ path, lines, review, change }: Reviewed) {
  const writing = review.writing?.path === path ? review.writing : null;
  const writtenOn = useMemo(() => (writing ? linesOf(lines, writing) : []), [lines, writing]);

  const onPick = useCallback(
    (key: string, isStretch: boolean) => {
      const anchor = isStretch ? writtenOn[0]?.key : undefined;
      const spot = { path, lines: linesBetween(lines, anchor ?? key, key) };
      change((before) =>
        anchor === undefined ? begin(before, spot, newCommentId()) : stretch(before, spot),
      );
    },
    [path, lines, change, writtenOn],
  );

  const { widgets, outdated } = useMemo(() => {
    const addLine = lineAdder({ lines, writtenOn, path, change });
    const placed = new Map<string, ReactNode[]>();
    const lost: Comment[] = [];
    for (const comment of review.comments) {
      if (comment.path !== path || comment.id === writing?.id) continue;
      const key = linesOf(lines, comment).at(-1)?.key;
      if (key === undefined) lost.push(comment);
      else push(placed, key, <CommentCard key={comment.id} comment={comment} change={change} />);
    }
    const last = writtenOn.at(-1)?.key;
    if (writing && last !== undefined) {
      const editor = <CommentEditor key={writing.id} writing={writing} change={change} onAddLine={addLine} />;
      push(placed, last, editor);
    } else if (writing) lost.push(writing);
    return { widgets: Object.fromEntries(placed), outdated: lost };
  }, [lines, writtenOn, path, change, review.comments, writing]);

  return { selected: writtenOn.map(({ key }) => key), widgets, outdated, onPick };
}

function push(map: Map<string, ReactNode[]>, key: string, node: ReactNode): void {
  map.set(key, [...(map.get(key) ?? []), node]);
}

type Written = Omit<Reviewed, "review"> & { writtenOn: readonly DiffLine[] };

/** Adds the next line to the comment; undefined at the end of the hunk. */
function lineAdder({ lines, writtenOn, path, change }: Written): (() => void) | undefined {
  const last = writtenOn.at(-1);
  const next = last && lines[lines.findIndex(({ key }) => key === last.key) + 1];
  if (!next || next.hunk !== last.hunk) return undefined;
  return () => change((before) => stretch(before, { path, lines: [...writtenOn, next] }));
}
