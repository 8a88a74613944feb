import { ArrowDown } from "lucide-react";
import { useCallback, useEffect, useRef } from "react";
import { Virtuoso, type VirtuosoHandle } from "react-virtuoso";
import type { Session } from "../../../server/domains/sessions/model.ts";
import { Button } from "../../ui/Button.tsx";
import { FindLayer } from "./FindLayer.tsx";
import { type ListContext, listParts } from "./list-parts.tsx";
import { TranscriptRow } from "./TranscriptRow.tsx";
import { useTranscriptView } from "./transcript.store.ts";
import { useEntries } from "./use-entries.ts";
import { useFollow } from "./use-follow.ts";
import { useFork } from "./use-fork.ts";
import { useNumbering } from "./use-numbering.ts";
import { useTranscriptCommands } from "./use-transcript-commands.ts";
import { itemAt, type TimelineItem } from "./view-model.ts";

interface Props {
  session: Session;
  items: readonly TimelineItem[];
  context: Omit<ListContext, "onGrown" | "sessionId">;
  /** The line that the address names. */
  anchor: number | null;
  /** One past the last line. */
  lineCount: number;
}

/** Goes to the end each time that this is asked for from outside. */
function useJumps(toEnd: () => void): void {
  const jumps = useTranscriptView((view) => view.jumps);
  const seen = useRef(jumps);
  useEffect(() => {
    if (seen.current === jumps) return;
    seen.current = jumps;
    toEnd();
  }, [jumps, toEnd]);
}

/** Where the list begins: with the line that the address names, else at the end. */
const beginning = (items: readonly TimelineItem[], anchor: number | null) =>
  anchor === null
    ? ({ index: "LAST", align: "end" } as const)
    : ({ index: itemAt(items, anchor), align: "center" } as const);

const ring = "focus-visible:outline-2! focus-visible:-outline-offset-2! focus-visible:outline-accent!";

/** The entries that are loaded, of which only those in sight are drawn. */
export function TimelineList({ session, items, context, anchor, lineCount }: Props) {
  const { id } = session;
  const live = session.status === "running";
  const list = useRef<VirtuosoHandle>(null);
  const follow = useFollow(list, anchor === null);
  const { first, generation } = useNumbering(items);
  const fork = useFork(id);
  const entries = useEntries({ list, items, anchor, leaveEnd: follow.leaveEnd });
  const { lineInFocus } = entries;
  useTranscriptCommands(
    useCallback(() => lineInFocus() ?? lineCount - 1, [lineInFocus, lineCount]),
    fork,
  );
  useJumps(follow.toEnd);
  const finding = useTranscriptView((view) => view.finding);
  return (
    <div className="relative h-full">
      {finding && <FindLayer {...{ id, items, context, entries }} scroller={follow.scroller} />}
      <Virtuoso
        key={generation}
        ref={list}
        scrollerRef={follow.scrollerRef}
        // The list's own style hides the ring.
        className={`h-full ${ring}`}
        tabIndex={0}
        role="region"
        aria-label="Transcript"
        data={items}
        context={{ ...context, sessionId: id, onGrown: follow.keepEnd }}
        components={listParts}
        firstItemIndex={first}
        initialTopMostItemIndex={beginning(items, anchor)}
        computeItemKey={(_index, item) => item.key}
        itemContent={(_index, item) => (
          <TranscriptRow
            sessionId={id}
            item={item}
            live={live}
            marked={item.key === entries.marked}
            onFork={fork}
          />
        )}
        startReached={() => context.loadOlder()}
        totalListHeightChanged={follow.keepEnd}
        increaseViewportBy={{ top: 800, bottom: 400 }}
      />
      {!follow.following && (
        <Button
          className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full shadow-pop"
          size="small"
          onClick={follow.toEnd}
        >
          <ArrowDown aria-hidden className="size-3.5" />
          Jump to latest
        </Button>
      )}
    </div>
  );
}
