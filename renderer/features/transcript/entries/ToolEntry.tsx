import {
  Check,
  CircleSlash,
  CircleX,
  FilePen,
  FileText,
  ListTodo,
  LoaderCircle,
  type LucideIcon,
  Plug,
  Search,
  SquareTerminal,
  Wrench,
} from "lucide-react";
import { use, useMemo } from "react";
import { formatDuration } from "../../../lib/durations.ts";
import { useFold } from "../transcript.store.ts";
import { callSummary, type EventOf, resultPreview, type TimelineItem } from "../view-model.ts";
import { CallBody, type Result } from "./CallBody.tsx";
import { DeferredApps } from "./DeferredApps.tsx";
import { DeferredPictures } from "./DeferredPictures.tsx";
import { FoldedRow } from "./FoldedRow.tsx";
import { RichText } from "./RichText.tsx";
import { SessionEnded } from "./session-ended.ts";
import { text } from "./text.ts";
import { hasAnsi, withoutAnsi } from "./text-parts.ts";
import { isOpenAtFirst, type ToolView, toolLabel, toolView, viewSummary } from "./tool-view.ts";

const icons: Record<ToolView["kind"], LucideIcon> = {
  shell: SquareTerminal,
  edit: FilePen,
  patch: FilePen,
  read: FileText,
  search: Search,
  todo: ListTodo,
  mcp: Plug,
  other: Wrench,
};

/** How a call ended and how long it took. */
export function Outcome({
  item: { tookMs, cutOff },
  result,
  live,
}: {
  item: Pick<TimelineItem, "tookMs" | "cutOff">;
  result: Result;
  live: boolean;
}) {
  const hasEnded = use(SessionEnded);
  const took = tookMs !== null && tookMs >= 100 && (
    <span className="shrink-0 text-2xs text-faint tabular-nums">{formatDuration(tookMs)}</span>
  );
  if (result?.isError) {
    return (
      <>
        {took}
        {result.exitCode !== undefined && (
          <span className="shrink-0 text-2xs font-medium text-failed tabular-nums">
            {text.call.exit(result.exitCode)}
          </span>
        )}
        <CircleX role="img" aria-label={text.call.failed} className="size-3.5 shrink-0 text-failed" />
      </>
    );
  }
  if (result?.runsOn === true)
    return (
      <span className="shrink-0 text-2xs text-soft">
        {hasEnded ? text.call.ranInBackground : text.call.inBackground}
      </span>
    );
  if (result && !cutOff) {
    return (
      <>
        {took}
        <Check role="img" aria-label={text.call.done} className="size-3.5 shrink-0 text-running" />
      </>
    );
  }
  if (cutOff) {
    return (
      <span className="flex shrink-0 items-center gap-1 text-2xs text-soft" title={text.call.cutOffMeans}>
        <CircleSlash aria-hidden className="size-3.5" />
        {text.call.cutOff}
      </span>
    );
  }
  if (!live) return null;
  return (
    <LoaderCircle
      role="img"
      aria-label={text.call.running}
      className="size-3.5 shrink-0 animate-spin text-faint"
    />
  );
}

function Preview({ result }: { result: Result }) {
  if (!result) return null;
  const { line, moreLines } = resultPreview(hasAnsi(result.text) ? withoutAnsi(result.text) : result.text);
  if (line === "") return null;
  return (
    <p className="flex gap-2 -mt-0.5 ps-[2.9rem] pe-2 pb-0.5 font-mono text-2xs">
      <span className={`truncate ${result.isError ? "text-failed" : "text-faint"}`}>
        <RichText text={line} />
      </span>
      {moreLines > 0 && <span className="shrink-0 text-faint">{text.call.moreLines(moreLines)}</span>}
    </p>
  );
}

/** What came back besides text. */
function Returned({ foldKey, call, item, file }: Omit<Props, "live"> & { file: string | null }) {
  const { result } = item;
  const entry = item.resultId ?? item.entry.id;
  return (
    <div className="ps-[2.9rem] pe-2 empty:hidden">
      <DeferredPictures entry={entry} count={result?.images} where={text.pictures.inResult} file={file} />
      <DeferredApps entry={entry} count={result?.apps} tool={call?.name ?? null} foldKey={foldKey} />
    </div>
  );
}

interface Props {
  foldKey: string;
  call: EventOf<"tool_call"> | null;
  /** With the result, if any. */
  item: TimelineItem;
  /** The session is running, so a missing result may still arrive. */
  live: boolean;
}

/** A call and its result as a line that can be expanded. */
export function ToolEntry({ foldKey, call, item, live }: Props) {
  const { result } = item;
  const view = useMemo(() => call && toolView(call.name, call.input), [call]);
  const [open, toggle] = useFold(foldKey, isOpenAtFirst(view));
  return (
    <>
      <FoldedRow
        Icon={view ? icons[view.kind] : Wrench}
        label={call ? toolLabel(call.name) : text.call.result}
        summary={call ? (viewSummary(view) ?? callSummary(call.input)) : text.call.ofEarlierCall}
        aside={<Outcome result={result} item={item} live={live} />}
        open={open}
        onToggle={toggle}
        failed={result?.isError ?? false}
      >
        <CallBody foldKey={foldKey} view={view} result={result} live={live && !item.cutOff} />
      </FoldedRow>
      {!open && <Preview result={result} />}
      <Returned foldKey={foldKey} call={call} item={item} file={view?.kind === "read" ? view.path : null} />
    </>
  );
}
