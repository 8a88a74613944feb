import { ArrowDown } from "lucide-react";
import { useEffect, useMemo, useRef, useState } from "react";
import { Virtuoso, type VirtuosoHandle } from "react-virtuoso";
import { sentencesOf } from "../../lib/api-error.ts";
import { Button } from "../../ui/Button.tsx";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { Markdown } from "../../ui/Markdown.tsx";
import { Problem } from "../../ui/Problem.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { usePartial } from "../live/live.store.ts";
import { TimelineRow } from "./TimelineRow.tsx";
import { useTranscriptView } from "./transcript.store.ts";
import { useFollow } from "./use-follow.ts";
import { useTranscript } from "./use-transcript.ts";
import { firstItemIndex, type TimelineItem, timelineItems } from "./view-model.ts";

const column = "mx-auto w-full max-w-3xl px-3 md:px-6";

/** The text that is being written, under the last entry. */
function StreamingTail({ sessionId, onGrown }: { sessionId: number; onGrown(): void }) {
  const text = usePartial(sessionId);
  useEffect(onGrown, [text, onGrown]);
  if (text.trim() === "") return <div className="h-4" />;
  return (
    <div className={`${column} pb-4`}>
      <div className="border-s-2 border-running-dot px-2 py-1.5 text-base" aria-label="Being written">
        <Markdown text={text} live />
      </div>
    </div>
  );
}

const earlierLabels = {
  idle: "Load earlier entries",
  loading: "Loading earlier entries",
  failed: "Earlier entries could not be loaded. Try again",
};

interface ListContext {
  sessionId: number;
  hasOlder: boolean;
  older: keyof typeof earlierLabels;
  loadOlder(): void;
  onGrown(): void;
}

function Earlier({ context }: { context?: ListContext }) {
  if (!context?.hasOlder) return <div className="h-3" />;
  return (
    <div className="flex justify-center py-3">
      <Button look="quiet" size="small" busy={context.older === "loading"} onClick={context.loadOlder}>
        {earlierLabels[context.older]}
      </Button>
    </div>
  );
}

const parts = {
  Header: Earlier,
  Footer: ({ context }: { context?: ListContext }) =>
    context ? <StreamingTail sessionId={context.sessionId} onGrown={context.onGrown} /> : null,
};

/** The item that the numbering hangs on; when it is gone, the list is drawn anew under another number. */
function useNumbering(items: readonly TimelineItem[]) {
  const [numbering, setNumbering] = useState<{ anchor: string | null; generation: number }>({
    anchor: null,
    generation: 0,
  });
  const lastKey = items.at(-1)?.key ?? null;
  const first = firstItemIndex(items, numbering.anchor);
  if (numbering.anchor === null && lastKey !== null) setNumbering({ ...numbering, anchor: lastKey });
  else if (first === null) setNumbering({ anchor: lastKey, generation: numbering.generation + 1 });
  const anchored = numbering.anchor === null ? firstItemIndex(items, lastKey) : first;
  return { first: anchored ?? 0, generation: numbering.generation };
}

/** Fewer than this do not fill a screen, so no scrolling would ever ask for more. */
const screenful = 30;

interface Props {
  sessionId: number;
  /** The agent is at work. */
  live: boolean;
}

export function Transcript({ sessionId, live }: Props) {
  const detail = useTranscriptView((view) => view.detail);
  const transcript = useTranscript(sessionId);
  const { window, loadOlder, older, error } = transcript;
  const items = useMemo(() => timelineItems(window?.entries ?? [], detail), [window, detail]);
  const hasOlder = (window?.from ?? 0) > 0;
  const partial = usePartial(sessionId) !== "";

  useEffect(() => {
    if (hasOlder && older === "idle" && items.length < screenful) void loadOlder();
  }, [hasOlder, older, items.length, loadOlder]);

  if (transcript.loading) return <Skeleton lines={8} label="Loading the transcript" />;
  if (error !== null && !window) {
    return (
      <div className={`${column} py-4`}>
        <Problem title="The transcript could not be loaded" sentences={sentencesOf(error)}>
          <Button size="small" onClick={transcript.retry}>
            Try again
          </Button>
        </Problem>
      </div>
    );
  }
  if (items.length === 0 && !hasOlder && !partial) return <NothingSaid live={live} />;
  const context = { sessionId, hasOlder, older, loadOlder: () => void loadOlder() };
  return <TimelineList key={detail} items={items} live={live} context={context} />;
}

function NothingSaid({ live }: { live: boolean }) {
  const text = live
    ? "The agent is getting ready. What it says and does appears here."
    : "Nothing has been said yet. What the agent says and does appears here.";
  return <EmptyState title="No transcript yet" text={text} />;
}

function TimelineList({
  items,
  live,
  context,
}: {
  items: readonly TimelineItem[];
  live: boolean;
  context: Omit<ListContext, "onGrown">;
}) {
  const list = useRef<VirtuosoHandle>(null);
  const { following, toEnd, keepEnd, scrollerRef } = useFollow(list);
  const { first, generation } = useNumbering(items);
  const jumps = useTranscriptView((view) => view.jumps);
  useEffect(() => {
    if (jumps > 0) toEnd();
  }, [jumps, toEnd]);
  return (
    <div className="relative h-full">
      <Virtuoso
        key={generation}
        ref={list}
        scrollerRef={scrollerRef}
        className="h-full"
        tabIndex={0}
        role="region"
        aria-label="Transcript"
        data={items}
        context={{ ...context, onGrown: keepEnd }}
        components={parts}
        firstItemIndex={first}
        initialTopMostItemIndex={{ index: "LAST", align: "end" }}
        computeItemKey={(_index, item) => item.key}
        itemContent={(_index, item) => (
          <div className={`${column} py-0.5`}>
            <TimelineRow sessionId={context.sessionId} item={item} live={live} />
          </div>
        )}
        startReached={context.loadOlder}
        totalListHeightChanged={keepEnd}
        increaseViewportBy={{ top: 800, bottom: 400 }}
      />
      {!following && (
        <Button
          className="absolute bottom-3 left-1/2 -translate-x-1/2 rounded-full shadow-pop"
          size="small"
          onClick={toEnd}
        >
          <ArrowDown aria-hidden className="size-3.5" />
          Jump to latest
        </Button>
      )}
    </div>
  );
}
