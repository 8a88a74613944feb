import { memo } from "react";
import { useTranscriptView } from "../transcript.store.ts";
import { foldKeyOf, isAutomatic, type TimelineItem } from "../view-model.ts";
import { AssistantEntry, ThinkingEntry, UnsentPromptEntry, UserEntry } from "./MessageEntry.tsx";
import { AutomaticEntry, CompactionEntry, ErrorEntry, QuietEntry } from "./NoticeEntry.tsx";
import { RichText } from "./RichText.tsx";
import { SubagentEntry } from "./SubagentEntry.tsx";
import { ToolEntry } from "./ToolEntry.tsx";

/** An entry as stored, with its result. */
function RawEntry({ item }: { item: TimelineItem }) {
  const { entry, result } = item;
  const lines = [entry, ...(result ? [result] : [])].map((one) => JSON.stringify(one, null, 2));
  return (
    <pre
      // A scrolling region must be reachable by keyboard.
      tabIndex={0}
      className="my-1 max-h-[60dvh] overflow-auto rounded-md border border-line bg-sunken px-2.5 py-2 font-mono text-2xs wrap-anywhere whitespace-pre-wrap"
    >
      <RichText text={lines.join("\n")} />
    </pre>
  );
}

interface Props {
  /** Identifies the transcript in the keys of its expanded entries. */
  transcript: string;
  /** The session of the agent or subagent. */
  sessionId: number;
  item: TimelineItem;
  live: boolean;
}

function Block({ transcript, sessionId, item, live }: Props) {
  const raw = useTranscriptView((view) => view.raw);
  const { event } = item.entry;
  const foldKey = foldKeyOf(transcript, item.key);
  if (raw) return <RawEntry item={item} />;
  switch (event.type) {
    case "user":
      return isAutomatic(event.text) ? (
        <AutomaticEntry foldKey={foldKey} text={event.text} />
      ) : (
        <UserEntry foldKey={foldKey} entry={item.entry.id} event={event} />
      );
    case "assistant":
      return <AssistantEntry event={event} />;
    case "thinking":
      return <ThinkingEntry foldKey={foldKey} event={event} />;
    case "tool_call":
      return <ToolEntry foldKey={foldKey} call={event} item={item} live={live} />;
    case "subagent":
      return (
        <SubagentEntry
          foldKey={foldKey}
          sessionId={sessionId}
          event={event}
          item={item}
          live={live}
          Row={TranscriptEntry}
        />
      );
    case "tool_result":
      return <ToolEntry foldKey={foldKey} call={null} item={{ ...item, result: event }} live={live} />;
    case "compaction":
      return <CompactionEntry foldKey={foldKey} event={event} />;
    case "error":
      return <ErrorEntry event={event} />;
    case "notice":
      if (event.unsent === true) return <UnsentPromptEntry foldKey={foldKey} text={event.text} />;
      return <QuietEntry foldKey={foldKey} event={event} />;
    case "system":
      return <QuietEntry foldKey={foldKey} event={event} />;
  }
}

/** A subagent may continue after the call that started it has returned. */
const isOver = ({ entry, result }: TimelineItem): boolean =>
  result !== null && entry.event.type !== "subagent";

/** New lines create new items, but the entries in them stay the same. */
const isSame = (before: Props, after: Props): boolean =>
  before.item.entry === after.item.entry &&
  before.item.result === after.item.result &&
  (before.live === after.live || isOver(after.item));

export const TranscriptEntry = memo(Block, isSame);
