import { ArrowDown } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { Virtuoso, type VirtuosoHandle } from "react-virtuoso";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import {
  type TimelineEntry,
  transcriptOperations,
} from "../../../server/domains/transcripts/transcripts/model.ts";
import { linkUrl } from "../../lib/client.ts";
import { lazyComponent } from "../../lib/lazy-component.ts";
import { Button } from "../../ui/Button.tsx";
import { LazyBoundary } from "../../ui/LazyBoundary.tsx";
import { AppPlace } from "./entries/app-place.ts";
import { PicturePlace, type PictureUrl, placeInAddress } from "./entries/picture-place.ts";
import { SessionEnded } from "./entries/session-ended.ts";
import { type ListContext, listParts, rowHeight } from "./list-parts.tsx";
import { dayBegun } from "./reading/reading.ts";
import type { Target } from "./reading/target.ts";
import { useFollow } from "./reading/use-follow.ts";
import { useNumbering } from "./reading/use-numbering.ts";
import { TranscriptRow } from "./TranscriptRow.tsx";
import { text } from "./text.ts";
import { useTranscriptView } from "./transcript.store.ts";
import { useEntries } from "./use-entries.ts";
import { useFork } from "./use-fork.ts";
import { useTranscriptCommands } from "./use-transcript-commands.ts";
import { itemAt, type TimelineItem } from "./view-model.ts";

const ReadingBar = lazyComponent(
  async () => (await import("./reading/ReadingBar.tsx")).ReadingBar,
  "preload",
);

interface Props {
  session: Session;
  items: readonly TimelineItem[];
  /** Every loaded entry, shown or not. */
  entries: readonly TimelineEntry[];
  /** The line above a prompt, by the key of its entry. */
  captions: ReadonlyMap<string, string>;
  /** The lines on answered questions below an entry, by its key. */
  answered: ReadonlyMap<string, readonly string[]>;
  context: Omit<ListContext, "onGrown" | "sessionId">;
  /** The line to show; null for the end. */
  target: Target | null;
  /** Replaces the loaded lines with the end. */
  onToNewest(): void;
  /** Goes to a loaded line. */
  onBack(line: number): void;
  /** One past the last line. */
  lineCount: number;
}

/** Goes to the end on each request from outside. */
function useJumps(toEnd: () => void): void {
  const jumps = useTranscriptView((view) => view.jumps);
  const seen = useRef(jumps);
  useEffect(() => {
    if (seen.current === jumps) return;
    seen.current = jumps;
    toEnd();
  }, [jumps, toEnd]);
}

/** How many lines were added since the reader left the end. */
function useNewLines(lineCount: number, following: boolean): number {
  const [left, setLeft] = useState(lineCount);
  if (following && left !== lineCount) setLeft(lineCount);
  return Math.max(lineCount - left, 0);
}

const ring = "focus-visible:outline-2! focus-visible:-outline-offset-2! focus-visible:outline-accent!";

function LatestButton({ fresh, onPress }: { fresh: number; onPress(): void }) {
  return (
    <Button
      className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full shadow-pop"
      size="small"
      onClick={onPress}
    >
      <ArrowDown aria-hidden className="size-3.5" />
      {text.latest}
      {fresh > 0 && (
        <span className="rounded-full bg-accent-soft px-1.5 text-2xs text-accent tabular-nums">
          {text.newLines(fresh.toLocaleString())}
        </span>
      )}
    </Button>
  );
}

/** The pictures of a session's own transcript. */
const usePictureUrl = (id: number): PictureUrl =>
  useCallback(
    (entry, number) =>
      linkUrl(transcriptOperations.timelinePicture, {
        params: { id: String(id), ...placeInAddress(entry, number) },
      }),
    [id],
  );

/** How far beyond the visible part rows are drawn, in pixels. */
interface Margins {
  top: number;
  bottom: number;
}

const margins: Margins = { top: 800, bottom: 400 };
const noMargins: Margins = { top: 0, bottom: 0 };

/** At first only the visible rows are drawn, so that they are shown sooner; those around them follow once they are. */
function useMargins(): Margins {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 100);
    return () => clearTimeout(timer);
  }, []);
  return shown ? margins : noMargins;
}

/** The loaded entries; only the visible ones are rendered. */
export function TranscriptList(props: Props) {
  const { session, items, captions, answered, context, target, onToNewest, lineCount } = props;
  const { detached } = context;
  const { id } = session;
  const live = session.status === "running";
  const list = useRef<VirtuosoHandle>(null);
  const follow = useFollow(list, { fromStart: target === null && !detached, detached });
  const { first, generation } = useNumbering(items);
  const around = useMargins();
  const fork = useFork(id);
  const pictureUrl = usePictureUrl(id);
  const { marked, lineInFocus } = useEntries({
    sessionId: id,
    list,
    items,
    target,
    leaveEnd: follow.leaveEnd,
  });
  const toEnd = detached ? onToNewest : follow.toEnd;
  const fresh = useNewLines(lineCount, follow.following);
  useTranscriptCommands(
    useCallback(() => lineInFocus() ?? lineCount - 1, [lineInFocus, lineCount]),
    fork,
  );
  useJumps(toEnd);
  return (
    <div className="relative h-full">
      <AppPlace value={id}>
        <SessionEnded value={session.status === "archived"}>
          <PicturePlace value={pictureUrl}>
            <Virtuoso
              key={generation}
              ref={list}
              scrollerRef={follow.scrollerRef}
              // The style of the list hides the ring.
              className={`h-full ${ring}`}
              tabIndex={0}
              role="region"
              aria-label={text.label}
              data={items}
              context={{ ...context, sessionId: id, onGrown: follow.keepEnd }}
              components={listParts}
              firstItemIndex={first}
              initialTopMostItemIndex={target ? { index: itemAt(items, target.line), align: "center" } : 0}
              computeItemKey={(_index, item) => item.key}
              itemContent={(index, item) => (
                <TranscriptRow
                  sessionId={id}
                  item={item}
                  live={live}
                  day={dayBegun(items, index - first, !context.hasOlder)}
                  caption={captions.get(item.key) ?? null}
                  answered={answered.get(item.key)?.join("\n") ?? null}
                  marked={item.key === marked}
                  onFork={fork}
                />
              )}
              startReached={() => context.loadOlder()}
              endReached={() => detached && context.loadNewer()}
              totalListHeightChanged={follow.keepEnd}
              defaultItemHeight={rowHeight}
              // Rows are measured and placed within one frame, so that none is seen to move.
              skipAnimationFrameInResizeObserver
              increaseViewportBy={around}
            />
          </PicturePlace>
        </SessionEnded>
      </AppPlace>
      <LazyBoundary>
        <ReadingBar
          sessionId={id}
          scroller={follow.scroller}
          entries={props.entries}
          mayAsk={context.hasOlder && !follow.following}
          onBack={props.onBack}
        />
      </LazyBoundary>
      {!follow.following && <LatestButton fresh={fresh} onPress={toEnd} />}
    </div>
  );
}
