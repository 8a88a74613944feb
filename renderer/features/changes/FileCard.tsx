import { ChevronRight, MessageSquare } from "lucide-react";
import type { ChangedFile, Whitespace } from "../../../server/domains/review/changes/model.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { Counts } from "./Counts.tsx";
import type { DiffLook } from "./DiffTable.tsx";
import { FileDiff } from "./FileDiff.tsx";
import type { Review } from "./review.ts";
import { text } from "./text.ts";
import type { ChangeReview } from "./use-review.ts";
import { ViewedBox } from "./ViewedBox.tsx";
import { splitPath } from "./view-model.ts";

interface Props {
  sessionId: number;
  file: ChangedFile;
  open: boolean;
  onToggle(path: string): void;
  look: DiffLook;
  whitespace: Whitespace;
  review: Review;
  change: ChangeReview;
  viewed: boolean;
  onView(file: ChangedFile, isViewed: boolean): void;
  onDrawn(table: HTMLElement): void;
}

function Name({ file }: { file: ChangedFile }) {
  const { folder, name } = splitPath(file.path);
  return (
    <span
      className="min-w-0 flex-1 truncate font-mono text-xs max-md:wrap-anywhere max-md:whitespace-normal"
      title={file.path}
    >
      {file.old_path !== null && <span className="text-faint">{file.old_path} → </span>}
      <span className="text-faint">{folder}</span>
      <span className={`font-medium text-ink ${file.status === "deleted" ? "line-through" : ""}`}>
        {name}
      </span>
    </span>
  );
}

const badges: Partial<Record<ChangedFile["status"], string>> = {
  added: "bg-running-soft text-running",
  deleted: "bg-failed-soft text-failed",
};

/** A changed file with its diff, which can be collapsed. */
export function FileCard({ file, open, onToggle, viewed, onView, ...rest }: Props) {
  const status = text.fileCard.status[file.status];
  const comments = rest.review.comments.filter(({ path }) => path === file.path).length;
  return (
    <li
      data-file={file.path}
      data-unopened={open || viewed ? undefined : ""}
      className="overflow-clip rounded-lg border border-line bg-surface"
    >
      <div
        className={`sticky top-0 z-10 flex items-center gap-1 rounded-t-lg bg-surface pe-1.5 ${open ? "border-b border-line" : "rounded-b-lg"}`}
      >
        <button
          type="button"
          aria-expanded={open}
          onClick={() => onToggle(file.path)}
          className="flex min-h-9 min-w-0 flex-1 items-center gap-2 rounded-lg ps-2.5 pe-1.5 text-start hover:bg-hover focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
        >
          <ChevronRight
            aria-hidden
            className={`size-3.5 shrink-0 text-faint transition-transform ${open ? "rotate-90" : "rtl:rotate-180"}`}
          />
          <Name file={file} />
          {comments > 0 && (
            <span className="flex shrink-0 items-center gap-1 text-xs text-accent">
              <MessageSquare aria-hidden className="size-3.5" />
              <span className="sr-only">{text.comments(comments)}</span>
              <span aria-hidden>{comments}</span>
            </span>
          )}
          {status !== null && (
            <span
              className={`shrink-0 rounded-sm px-1.5 text-2xs font-medium ${badges[file.status] ?? "bg-hover text-soft"}`}
            >
              {status}
            </span>
          )}
          <Counts of={file} />
        </button>
        <ViewedBox path={file.path} checked={viewed} onChange={(isViewed) => onView(file, isViewed)} />
        <CopyButton label={text.fileCard.copyPath(file.path)} text={() => file.path} />
      </div>
      {open && <FileDiff file={file} {...rest} />}
    </li>
  );
}
