import { useQuery } from "@tanstack/react-query";
import { CornerLeftUp } from "lucide-react";
import { useEffect, useMemo, useState, type WheelEvent } from "react";
import {
  type TimelineEntry,
  transcriptOperations,
} from "../../../../server/domains/transcripts/transcripts/model.ts";
import { callApi } from "../../../lib/client.ts";
import { useMinute } from "../../../lib/time.ts";
import { InlineCode } from "../../../ui/InlineCode.tsx";
import { firstInSight } from "../entries/use-entry-keys.ts";
import { transcriptColumn } from "../transcript-column.ts";
import { firstLine } from "../view-model.ts";
import { dayWords, type Heading, headingsOf, lastUpTo } from "./reading.ts";
import { text } from "./text.ts";

/** The line of the topmost visible entry. Read after the list has moved; only the bar is rendered again. */
function useTopLine(scroller: HTMLElement | null, entries: readonly TimelineEntry[]): number | null {
  const [line, setLine] = useState<number | null>(null);
  useEffect(() => {
    if (!scroller || entries.length === 0) return;
    let frame = 0;
    const read = (): void => {
      frame = 0;
      const top = Number.parseInt(firstInSight() ?? "", 10);
      setLine(Number.isNaN(top) ? null : top);
    };
    const readSoon = (): void => {
      frame ||= requestAnimationFrame(read);
    };
    readSoon();
    scroller.addEventListener("scroll", readSoon, { passive: true });
    return () => {
      scroller.removeEventListener("scroll", readSoon);
      cancelAnimationFrame(frame);
    };
  }, [scroller, entries]);
  return line;
}

/** The prompts before the loaded lines, once one of them is needed. */
function useEarlierHeadings(sessionId: number, line: number | null): readonly Heading[] {
  const { data, isFetching, refetch } = useQuery({
    queryKey: ["transcript-headings", sessionId],
    queryFn: ({ signal }) =>
      callApi(transcriptOperations.listPrompts, { params: { id: String(sessionId) } }, { signal }),
    enabled: line !== null,
  });
  const behind = line !== null && data !== undefined && data.line_count <= line && !isFetching;
  useEffect(() => {
    if (behind) void refetch();
  }, [behind, refetch]);
  return useMemo(
    () => (data?.prompts ?? []).map(({ index, ...prompt }) => ({ line: index, ...prompt })),
    [data],
  );
}

/** The wheel over the bar scrolls the transcript below it. */
const scrollUnder =
  (scroller: HTMLElement | null) =>
  ({ nativeEvent }: WheelEvent): void => {
    scroller?.scrollBy(0, nativeEvent.deltaY);
    // The list then knows that a person is scrolling.
    scroller?.dispatchEvent(new globalThis.WheelEvent("wheel", nativeEvent));
  };

interface Props {
  sessionId: number;
  /** The scrolling element. */
  scroller: HTMLElement | null;
  entries: readonly TimelineEntry[];
  /** Prompts that are not loaded may be requested. */
  mayAsk: boolean;
  onBack(line: number): void;
}

const lineOf = ({ line }: Heading): number => line;

/** Shows the prompt before the topmost entry, and its day. It overlays the list, so that nothing moves. */
export function ReadingBar({ sessionId, scroller, entries, mayAsk, onBack }: Props) {
  const now = useMinute();
  const line = useTopLine(scroller, entries);
  const headings = useMemo(() => headingsOf(entries), [entries]);
  const loaded = line === null ? undefined : lastUpTo(headings, line, lineOf);
  const earlier = useEarlierHeadings(sessionId, mayAsk && loaded === undefined ? line : null);
  if (line === null) return null;
  const heading = loaded ?? lastUpTo(earlier, line, lineOf);
  if (!heading || heading.line >= line) return null;
  const read = lastUpTo(entries, line, ({ index }) => index);
  const day = dayWords(read?.timestamp ?? heading.timestamp, now);
  return (
    <div className={`${transcriptColumn} pointer-events-none absolute inset-x-0 top-0 z-11`}>
      <button
        type="button"
        onClick={() => onBack(heading.line)}
        onWheel={scrollUnder(scroller)}
        className="pointer-events-auto flex h-8 w-full items-center gap-2 rounded-b-md border border-t-0 border-line bg-raised px-2 text-start text-xs text-soft shadow-xs hover:text-ink pointer-coarse:h-10"
      >
        <CornerLeftUp aria-hidden className="size-3.5 shrink-0 text-faint rtl:-scale-x-100" />
        <span className="sr-only">{text.goToPrompt} </span>
        <span className="min-w-0 flex-1 truncate">
          <InlineCode text={firstLine(heading.text) || text.filesOnly} />
        </span>
        {day !== null && <span className="shrink-0 text-2xs text-faint">{day}</span>}
      </button>
    </div>
  );
}
