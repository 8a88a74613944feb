import { memo } from "react";
import { DayHeading } from "./entries/DayHeading.tsx";
import { EntryActions } from "./entries/EntryActions.tsx";
import { TranscriptEntry } from "./entries/TranscriptEntry.tsx";
import { transcriptColumn } from "./transcript-column.ts";
import type { TimelineItem } from "./view-model.ts";

interface Props {
  sessionId: number;
  item: TimelineItem;
  live: boolean;
  /** An instant of the day that begins with it. */
  day: string | null;
  /** Stands above it: what turn began with it. */
  strip: string | null;
  /** It was looked for: by its address or in the find box. */
  marked: boolean;
  onFork(index: number): void;
}

function Row({ sessionId, item, live, day, strip, marked, onFork }: Props) {
  return (
    <div className={`${transcriptColumn} py-0.5`}>
      {day !== null && <DayHeading instant={day} />}
      {strip !== null && <p className="px-1 pt-3 text-2xs text-faint tabular-nums">{strip}</p>}
      <div
        role="group"
        aria-label={`Line ${item.entry.index}`}
        tabIndex={-1}
        data-entry={item.key}
        className={`group/entry relative rounded-md ${marked ? "outline-2 outline-offset-1 outline-accent/60" : ""}`}
      >
        <TranscriptEntry transcript={String(sessionId)} sessionId={sessionId} item={item} live={live} />
        <EntryActions item={item} onFork={onFork} />
      </div>
    </div>
  );
}

/** The items are made anew with every line that arrives; the entries in them stay the same. */
const isSame = (before: Props, after: Props): boolean =>
  before.item.entry === after.item.entry &&
  before.item.result === after.item.result &&
  before.live === after.live &&
  before.day === after.day &&
  before.strip === after.strip &&
  before.marked === after.marked &&
  before.onFork === after.onFork;

/** One entry of a session's transcript, with what can be done with it. */
export const TranscriptRow = memo(Row, isSame);
