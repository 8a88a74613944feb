import { useMemo, useState } from "react";
import { parseDiff } from "react-diff-view";
import type { ChangedFile, Whitespace } from "../../../server/domains/repositories/changes/model.ts";
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
import { useFileDiff } from "./use-changes.ts";
import { useFileReview } from "./use-file-review.tsx";
import type { ChangeReview } from "./use-review.ts";
import { counted, emptyWords } from "./view-model.ts";

/** A table of this many lines is drawn without a wait; more comes when asked for. */
const linesAtOnce = 1_500;

interface Props {
  sessionId: number;
  file: ChangedFile;
  look: DiffLook;
  whitespace: Whitespace;
  review: Review;
  change: ChangeReview;
}

const note = "px-3 py-3 text-xs text-faint";

/** The change of one file, fetched when it is first shown. */
export function FileDiff(props: Props) {
  const { sessionId, file, whitespace } = props;
  const { data, error, isPending, refetch, dataUpdatedAt } = useFileDiff({
    sessionId,
    path: file.path,
    whitespace,
  });
  if (isPending) return <Skeleton lines={4} label={`Loading the change of ${file.path}`} />;
  if (!data) {
    return (
      <div className="p-2">
        <ErrorAlert title="Could not load the diff" messages={errorMessages(error)}>
          <Button size="small" onClick={() => void refetch()}>
            Try again
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
        <FileLines {...props} diff={data.diff} />
      )}
      {data.truncated && (
        <p className={note}>This diff is too long to show in full. See the clone for the rest.</p>
      )}
    </>
  );
}

function FileLines({ file, look, whitespace, review, change, diff }: Props & { diff: string }) {
  const [limit, setLimit] = useState(linesAtOnce);
  const parsed = useMemo(() => {
    const [unified] = parseDiff(diff);
    // Side by side, a line and what became of it have to follow each other.
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
          leftOut={whitespace === "ignore"}
        />
      ))}
      {parsed.drawn && cut.hunks.length > 0 ? (
        <DiffTable path={file.path} file={parsed.drawn} hunks={cut.hunks} look={look} {...table} />
      ) : (
        <p className={note}>{emptyWords(file, whitespace)}</p>
      )}
      {cut.hidden > 0 && (
        <p className="border-t border-line p-2 text-center">
          <Button variant="quiet" size="small" onClick={() => setLimit(limit + linesAtOnce)}>
            Show more of the {counted(cut.hidden, "line", "lines")} that follow
          </Button>
        </p>
      )}
    </>
  );
}
