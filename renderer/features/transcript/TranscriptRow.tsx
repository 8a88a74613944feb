import { memo } from "react";
import { DayHeading } from "./entries/DayHeading.tsx";
import { EntryActions } from "./entries/EntryActions.tsx";
import { TranscriptEntry } from "./entries/TranscriptEntry.tsx";
import { text } from "./text.ts";
import { transcriptColumn } from "./transcript-column.ts";
import type { TimelineItem } from "./view-model.ts";

interface Props {
  sessionId: number;
  item: TimelineItem;
  live: boolean;
  /** A time on the day that begins with it. */
  day: string | null;
  /** Shown above it: the turn that began with it. */
  caption: string | null;
  /** Shown below it: the questions that were answered then, one per line. */
  answered: string | null;
  /** It is the line in the address or a match of the find box. */
  marked: boolean;
  onFork(index: number): void;
}

function Row({ sessionId, item, live, day, caption, answered, marked, onFork }: Props) {
  return (
    <div className={`${transcriptColumn} py-0.5`}>
      {day !== null && <DayHeading instant={day} />}
      {caption !== null && <p className="px-1 pt-3 text-2xs text-faint tabular-nums">{caption}</p>}
      <div
        role="group"
        aria-label={text.line(item.entry.index)}
        tabIndex={-1}
        data-entry={item.key}
        className={`group/entry relative rounded-md ${marked ? "outline-2 outline-offset-1 outline-accent/60" : ""}`}
      >
        <TranscriptEntry transcript={String(sessionId)} sessionId={sessionId} item={item} live={live} />
        <EntryActions item={item} onFork={onFork} />
      </div>
      {answered !== null && (
        <p className="border-s-2 border-needs-dot px-3 py-1 text-xs whitespace-pre-line text-soft">
          {answered}
        </p>
      )}
    </div>
  );
}

/** New lines create new items, but the entries in them stay the same. */
const isSame = (before: Props, after: Props): boolean =>
  before.item.entry === after.item.entry &&
  before.item.result === after.item.result &&
  before.live === after.live &&
  before.day === after.day &&
  before.caption === after.caption &&
  before.answered === after.answered &&
  before.marked === after.marked &&
  before.onFork === after.onFork;

/** An entry of the transcript with its actions. */
export const TranscriptRow = memo(Row, isSame);
