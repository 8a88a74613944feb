import { memo } from "react";
import { AssistantEntry, ThinkingEntry, UserEntry } from "./MessageEntry.tsx";
import { CompactionEntry, ErrorEntry, QuietEntry } from "./NoticeEntry.tsx";
import { ToolEntry } from "./ToolEntry.tsx";
import type { TimelineItem } from "./view-model.ts";

interface Props {
  sessionId: number;
  item: TimelineItem;
  live: boolean;
}

function Block({ sessionId, item, live }: Props) {
  const { event, timestamp } = item.entry;
  const foldKey = `${sessionId}:${item.key}`;
  switch (event.type) {
    case "user":
      return <UserEntry foldKey={foldKey} event={event} timestamp={timestamp} />;
    case "assistant":
      return <AssistantEntry event={event} timestamp={timestamp} />;
    case "thinking":
      return <ThinkingEntry foldKey={foldKey} event={event} />;
    case "tool_call":
    case "subagent":
      return <ToolEntry foldKey={foldKey} call={event} result={item.result} live={live} />;
    case "tool_result":
      return <ToolEntry foldKey={foldKey} call={null} result={event} live={live} />;
    case "compaction":
      return <CompactionEntry foldKey={foldKey} event={event} />;
    case "error":
      return <ErrorEntry event={event} />;
    case "notice":
    case "system":
      return <QuietEntry foldKey={foldKey} event={event} />;
  }
}

/** The items are made anew with every line that arrives; the entries in them stay the same. */
const isSame = (before: Props, after: Props): boolean =>
  before.item.entry === after.item.entry &&
  before.item.result === after.item.result &&
  (before.live === after.live || after.item.result !== null);

export const TimelineRow = memo(Block, isSame);
