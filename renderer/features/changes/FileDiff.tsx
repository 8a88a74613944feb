import { useMemo, useState } from "react";
import { parseDiff } from "react-diff-view";
import type { ChangedFile, Whitespace } from "../../../server/domains/review/changes/model.ts";
import { errorMessages } from "../../lib/api-error.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { CommentCard } from "./CommentCard.tsx";
import { type DiffLook, DiffTable } from "./DiffTable.tsx";
import { cutHunks, diffLines } from "./diff-lines.ts";
import { PictureDiff } from "./PictureDiff.tsx";
import { isPicture } from "./picture-sides.ts";
import type { Review } from "./review.ts";
import { text } from "./text.ts";
import { useFileDiff } from "./use-changes.ts";
import { useFileReview } from "./use-file-review.tsx";
import type { ChangeReview } from "./use-review.ts";
import { emptyDiffText } from "./view-model.ts";

/** A table of this many lines renders without a noticeable delay. */
const linesPerPage = 1_500;

interface Props {
  sessionId: number;
  file: ChangedFile;
  look: DiffLook;
  whitespace: Whitespace;
  review: Review;
  change: ChangeReview;
  /** The lines of the file are on the page. */
  onDrawn(table: HTMLElement): void;
}

const note = "px-3 py-3 text-xs text-faint";

/** The diff of one file, fetched when it is first shown. */
export function FileDiff(props: Props) {
  const { sessionId, file, whitespace } = props;
  const query = useFileDiff({ sessionId, path: file.path, digest: file.digest, whitespace });
  const { data, error, isPending, refetch, dataUpdatedAt } = query;
  if (isPending) return <Skeleton lines={4} label={text.fileDiff.loading(file.path)} />;
  if (data === undefined) {
    return (
      <div className="p-2">
        <ErrorAlert title={text.fileDiff.failed} messages={errorMessages(error)}>
          <Button size="small" onClick={() => void refetch()}>
            {text.fileDiff.tryAgain}
          </Button>
        </ErrorAlert>
      </div>
    );
  }
  return (
    <>
      {isPicture(file) ? (
        <PictureDiff sessionId={sessionId} file={file} readAt={dataUpdatedAt} />
      ) : (
        <FileLines {...props} diff={data} />
      )}
      {query.hasNextPage && (
        <p className={`${note} flex items-center gap-2 border-t border-line`}>
          {text.fileDiff.truncated}
          <Button size="small" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {text.fileDiff.loadMore}
          </Button>
        </p>
      )}
    </>
  );
}

function FileLines({ file, look, whitespace, review, change, onDrawn, diff }: Props & { diff: string }) {
  const [limit, setLimit] = useState(linesPerPage);
  const parsed = useMemo(() => {
    const [unified] = parseDiff(diff);
    // The split view pairs a deleted line with the inserted line that directly follows it.
    const [paired] = look === "split" ? parseDiff(diff, { nearbySequences: "zip" }) : [unified];
    return { lines: diffLines(unified?.hunks ?? []), drawn: paired };
  }, [diff, look]);
  const cut = useMemo(() => cutHunks(parsed.drawn?.hunks ?? [], limit), [parsed, limit]);
  const { outdated, ...table } = useFileReview({ path: file.path, lines: parsed.lines, review, change });
  return (
    <>
      {outdated.map((comment) => (
        <CommentCard
          key={comment.id}
          comment={comment}
          change={change}
          outdated
          maybeHidden={whitespace === "ignore"}
        />
      ))}
      {parsed.drawn && cut.hunks.length > 0 ? (
        <DiffTable
          path={file.path}
          file={parsed.drawn}
          hunks={cut.hunks}
          look={look}
          onDrawn={onDrawn}
          {...table}
        />
      ) : (
        <p className={note}>{emptyDiffText(file, whitespace)}</p>
      )}
      {cut.hidden > 0 && (
        <p className="border-t border-line p-2 text-center">
          <Button variant="quiet" size="small" onClick={() => setLimit(limit + linesPerPage)}>
            {text.fileDiff.more(cut.hidden)}
          </Button>
        </p>
      )}
    </>
  );
}
