import { Info } from "lucide-react";
import { type ReactNode, useCallback, useMemo, useRef, useState } from "react";
import type { ChangedFile, SessionChanges } from "../../../server/domains/review/changes/model.ts";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { ChangesBar } from "./ChangesBar.tsx";
import { CommentCard } from "./CommentCard.tsx";
import { Commits } from "./Commits.tsx";
import { DiffSettingsMenu } from "./DiffSettingsMenu.tsx";
import { FileCard } from "./FileCard.tsx";
import { FileTree } from "./FileTree.tsx";
import { PullRequests } from "./PullRequests.tsx";
import type { Comment } from "./review.ts";
import { SendComments } from "./SendComments.tsx";
import { text } from "./text.ts";
import { useDiffKeys } from "./use-diff-keys.ts";
import { chooseLook, useDiffLook } from "./use-diff-look.ts";
import { commentCounts, useFileTree } from "./use-file-tree.ts";
import { useOpenFiles } from "./use-open-files.ts";
import { useReview } from "./use-review.ts";
import { useViewedFiles } from "./use-viewed-files.ts";
import { filterFiles, initiallyOpen, mayOpenAll } from "./view-model.ts";

interface Props {
  session: Session;
  changes: SessionChanges;
  stale: boolean;
  reloading: boolean;
  reload(): void;
}

function Hint({ children }: { children: ReactNode }) {
  return (
    <p className="flex flex-wrap items-center gap-2 rounded-lg border border-line bg-sunken px-3 py-2 text-xs text-soft">
      <Info aria-hidden className="size-3.5 shrink-0" />
      {children}
    </p>
  );
}

/** Says when the changes on the page may be out of date. */
function Freshness({ session, stale, reload }: Omit<Props, "changes" | "reloading">) {
  return (
    <div role="status" className="empty:hidden">
      {stale && (
        <Hint>
          <span className="flex-1">{text.changedFiles.stale}</span>
          <Button size="small" onClick={reload}>
            {text.changedFiles.showNew}
          </Button>
        </Hint>
      )}
      {!stale && session.status === "running" && <Hint>{text.changedFiles.working}</Hint>}
    </div>
  );
}

/** The tree beside the files; above them where there is no room. */
function TreePane({
  folders,
  comments,
}: {
  folders: ReturnType<typeof useFileTree>;
  comments: readonly Comment[];
}) {
  const counts = useMemo(() => commentCounts(comments), [comments]);
  return (
    <div className="w-64 shrink-0 overflow-y-auto border-e border-line bg-surface p-1.5 max-[900px]:max-h-[30dvh] max-[900px]:w-full max-[900px]:border-e-0 max-[900px]:border-b">
      <FileTree
        nodes={folders.nodes}
        folded={folders.folded}
        onFold={folders.fold}
        onChoose={folders.goTo}
        comments={counts}
      />
    </div>
  );
}

export function ChangedFiles({ session, changes, stale, reloading, reload }: Props) {
  const { files, commits, truncated } = changes;
  const [typed, setTyped] = useState("");
  const { look, whitespace, treeShown, roomForTwo } = useDiffLook();
  const { isViewed, setViewed } = useViewedFiles(session.id);
  const { isOpen, open, fold, toggle, openAll, foldAll } = useOpenFiles(() => initiallyOpen(files, isViewed));
  const { review, change } = useReview(session.id);
  const shown = useMemo(() => filterFiles(files, typed), [files, typed]);
  const cards = useRef<HTMLDivElement>(null);
  const folders = useFileTree(shown, { cards, open });
  const view = useCallback(
    (file: ChangedFile, viewed: boolean): void => {
      setViewed(file, viewed);
      (viewed ? fold : open)(file.path);
    },
    [setViewed, fold, open],
  );
  const onDrawn = useDiffKeys(cards, { files: folders.files, open, view, isViewed });
  const orphaned = review.comments.filter((comment) => !files.some(({ path }) => path === comment.path));
  return (
    <section aria-label={text.changedFiles.title} className="flex min-h-0 flex-1 flex-col">
      <ChangesBar
        files={shown}
        viewed={shown.filter(isViewed).length}
        typed={typed}
        onType={setTyped}
        look={roomForTwo ? look : null}
        onLook={chooseLook}
        ignoresWhitespace={whitespace === "ignore"}
        reloading={reloading}
        onReload={reload}
        anyOpen={shown.some(isOpen)}
        onOpenAll={mayOpenAll(shown) ? () => openAll(shown) : undefined}
        onFoldAll={foldAll}
        menu={<DiffSettingsMenu onFoldFolders={folders.foldAll} onOpenFolders={folders.openAll} />}
      >
        <SendComments session={session} review={review} change={change} />
      </ChangesBar>
      <div className="flex min-h-0 flex-1 max-[900px]:flex-col">
        {treeShown && shown.length > 1 && <TreePane folders={folders} comments={review.comments} />}
        <div
          ref={cards}
          className="flex min-h-0 min-w-0 flex-1 flex-col gap-2 overflow-y-auto px-3 py-3 md:px-4"
        >
          <Freshness session={session} stale={stale} reload={reload} />
          {orphaned.map((comment) => (
            <CommentCard key={comment.id} comment={comment} change={change} outdated />
          ))}
          <PullRequests session={session} />
          {files.length > 0 && <Commits commits={commits} />}
          {files.length === 0 && <NoChanges />}
          {files.length > 0 && shown.length === 0 && (
            <EmptyState title={text.changedFiles.noMatch} text={text.changedFiles.noMatchHint} />
          )}
          <ul aria-label={text.changedFiles.list} className="flex flex-col gap-2">
            {folders.files.map((file) => (
              <FileCard
                key={file.path}
                sessionId={session.id}
                file={file}
                open={isOpen(file)}
                onToggle={toggle}
                look={roomForTwo ? look : "unified"}
                whitespace={whitespace}
                review={review}
                change={change}
                viewed={isViewed(file)}
                onView={view}
                onDrawn={onDrawn}
              />
            ))}
          </ul>
          {truncated && <Hint>{text.changedFiles.truncated}</Hint>}
        </div>
      </div>
    </section>
  );
}

function NoChanges() {
  return <EmptyState title={text.changedFiles.none} text={text.changedFiles.noneHint} />;
}
