import { useMemo } from "react";
import { Virtuoso } from "react-virtuoso";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { DayHeading } from "../entries/DayHeading.tsx";
import { PicturePlace } from "../entries/picture-place.ts";
import { TranscriptEntry } from "../entries/TranscriptEntry.tsx";
import { dayBegun } from "../reading/reading.ts";
import { useTranscriptView } from "../transcript.store.ts";
import { transcriptColumn } from "../transcript-column.ts";
import { itemText, type TimelineItem, timelineItems } from "../view-model.ts";
import { text } from "./text.ts";
import { useAgentPictures } from "./use-agent-pictures.ts";
import type { AgentLines } from "./view-model.ts";

interface RowProps {
  item: TimelineItem;
  lines: AgentLines;
  /** A time on the day that begins with it. */
  day: string | null;
}

function Row({ item, lines, day }: RowProps) {
  return (
    <div className={`${transcriptColumn} py-0.5`}>
      {day !== null && <DayHeading instant={day} />}
      <div className="group/entry relative">
        <TranscriptEntry
          transcript={`agent ${lines.agent.id}`}
          sessionId={lines.agent.session_id}
          item={item}
          live={lines.agent.status === "running"}
        />
        <CopyButton
          label={text.transcript.copy}
          text={() => itemText(item)}
          className="absolute end-1 top-0 bg-raised opacity-0 group-focus-within/entry:opacity-100 group-hover/entry:opacity-100 pointer-coarse:hidden"
        />
      </div>
    </div>
  );
}

/** The transcript of a subagent. Its lines are not those of the session, so they cannot be forked from or linked to. */
export function AgentTranscript({ lines }: { lines: AgentLines }) {
  const kinds = useTranscriptView((view) => view.kinds);
  const items = useMemo(() => timelineItems(lines.entries, new Set(kinds)), [lines.entries, kinds]);
  const pictureUrl = useAgentPictures(lines.agent);
  return (
    <PicturePlace value={pictureUrl}>
      <Virtuoso
        className="min-h-0 flex-1 focus-visible:outline-2! focus-visible:-outline-offset-2! focus-visible:outline-accent!"
        tabIndex={0}
        role="region"
        aria-label={text.transcript.label}
        data={items}
        computeItemKey={(_index, item) => item.key}
        itemContent={(index, item) => <Row item={item} lines={lines} day={dayBegun(items, index, true)} />}
        followOutput="auto"
        increaseViewportBy={{ top: 800, bottom: 400 }}
      />
    </PicturePlace>
  );
}
