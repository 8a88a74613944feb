import { Bell, CircleAlert, Cog, Info, Scissors } from "lucide-react";
import { useFold } from "../transcript.store.ts";
import { automaticLine, clip, type EventOf, firstLine, noticeLine } from "../view-model.ts";
import { FoldedRow } from "./FoldedRow.tsx";
import { RichText } from "./RichText.tsx";
import { text } from "./text.ts";

export function ErrorEntry({ event }: { event: EventOf<"error"> }) {
  return (
    <div className="my-1.5 flex gap-2 rounded-md border border-failed-dot/35 bg-failed-soft px-3 py-2 text-failed">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <p className="min-w-0 flex-1 wrap-anywhere whitespace-pre-wrap">
        <span className="sr-only">{text.notices.error} </span>
        <RichText text={event.message} />
      </p>
    </div>
  );
}

const noticeSize = { characters: 20_000, lines: 400 };

/** A message of the runtime itself, collapsed because it is long and rarely needed. */
export function QuietEntry({
  foldKey,
  event,
}: {
  foldKey: string;
  event: EventOf<"notice"> | EventOf<"system">;
}) {
  const [open, toggle] = useFold(foldKey);
  const isNotice = event.type === "notice";
  const content = isNotice ? event.text : (JSON.stringify(event.detail, null, 2) ?? "");
  return (
    <FoldedRow
      Icon={isNotice ? Info : Cog}
      label={isNotice ? text.notices.notice : event.subtype}
      summary={open ? "" : isNotice ? noticeLine(content) : firstLine(content)}
      open={open}
      onToggle={toggle}
    >
      <pre className="max-h-96 overflow-auto font-mono text-2xs wrap-anywhere whitespace-pre-wrap text-soft">
        <RichText text={clip(content, noticeSize).text} />
      </pre>
    </FoldedRow>
  );
}

/** A prompt that the service wrote: a heartbeat, a wake, news of a pull request. */
export function AutomaticEntry({ foldKey, text: sent }: { foldKey: string; text: string }) {
  const [open, toggle] = useFold(foldKey);
  return (
    <FoldedRow
      Icon={Bell}
      label={text.notices.automatic}
      summary={open ? "" : automaticLine(sent)}
      open={open}
      onToggle={toggle}
    >
      <p className="wrap-anywhere whitespace-pre-wrap text-soft">
        <RichText text={clip(sent, noticeSize).text} />
      </p>
    </FoldedRow>
  );
}

export function CompactionEntry({ foldKey, event }: { foldKey: string; event: EventOf<"compaction"> }) {
  const [open, toggle] = useFold(foldKey);
  const summary = event.trigger === "manual" ? text.notices.compactedOnRequest : text.notices.compactedToFit;
  return (
    <FoldedRow Icon={Scissors} label={text.notices.compacted} summary={summary} open={open} onToggle={toggle}>
      <p className="wrap-anywhere whitespace-pre-wrap text-soft">
        <RichText text={event.summary ?? text.notices.noSummary} />
      </p>
    </FoldedRow>
  );
}
