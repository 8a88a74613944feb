import { Check, CircleX, LoaderCircle, Wrench } from "lucide-react";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { FoldedRow } from "./FoldedRow.tsx";
import { useFold } from "./transcript.store.ts";
import { callSummary, clip, type EventOf, inputText, resultPreview } from "./view-model.ts";

export type Result = EventOf<"tool_result"> | null;

const drawn = { characters: 20_000, lines: 400 };

function TextBlock({ label, text, tone = "" }: { label: string; text: string; tone?: string }) {
  const shown = clip(text, drawn);
  return (
    <figure className="group/block mb-2 last:mb-0">
      <figcaption className="flex h-7 items-center justify-between text-2xs font-medium text-faint">
        {label}
        <CopyButton label={`Copy: ${label.toLowerCase()}`} text={() => text} />
      </figcaption>
      <pre
        // A scrolling region must be reachable by keyboard.
        tabIndex={0}
        className={`max-h-96 overflow-auto rounded-sm bg-sunken px-2.5 py-2 font-mono text-2xs wrap-anywhere whitespace-pre-wrap ${tone}`}
      >
        {shown.text}
      </pre>
      {shown.clipped && <p className="pt-1 text-2xs text-faint">Cut here; copying takes the whole of it.</p>}
    </figure>
  );
}

export function Outcome({ result, live }: { result: Result; live: boolean }) {
  if (result?.isError)
    return <CircleX role="img" aria-label="Failed" className="size-3.5 shrink-0 text-failed" />;
  if (result) return <Check role="img" aria-label="Done" className="size-3.5 shrink-0 text-running" />;
  if (!live) return null;
  return (
    <LoaderCircle role="img" aria-label="At work" className="size-3.5 shrink-0 animate-spin text-faint" />
  );
}

function Preview({ result }: { result: Result }) {
  if (!result) return null;
  const { line, moreLines } = resultPreview(result.text);
  if (line === "") return null;
  return (
    <p className="flex gap-2 -mt-0.5 ps-[2.9rem] pe-2 pb-0.5 font-mono text-2xs">
      <span className={`truncate ${result.isError ? "text-failed" : "text-faint"}`}>{line}</span>
      {moreLines > 0 && <span className="shrink-0 text-faint">+{moreLines} lines</span>}
    </p>
  );
}

/** What a call was given and what came back. */
export function CallBody({ input, result, live }: { input: string; result: Result; live: boolean }) {
  return (
    <>
      {input !== "" && <TextBlock label="Input" text={input} />}
      {result && <TextBlock label="Result" text={result.text} tone={result.isError ? "text-failed" : ""} />}
      {!result && <p className="text-xs text-faint">There is no result{live ? " yet" : ""}.</p>}
    </>
  );
}

interface Props {
  foldKey: string;
  call: EventOf<"tool_call"> | null;
  result: Result;
  /** The session runs, so a missing result may still come. */
  live: boolean;
}

/** A call and its result as one line that folds out. */
export function ToolEntry({ foldKey, call, result, live }: Props) {
  const [open, toggle] = useFold(foldKey);
  return (
    <>
      <FoldedRow
        Icon={Wrench}
        label={call?.name ?? "Result"}
        summary={call ? callSummary(call.input) : "of an earlier call"}
        aside={<Outcome result={result} live={live} />}
        open={open}
        onToggle={toggle}
        failed={result?.isError ?? false}
      >
        <CallBody input={call ? inputText(call.input) : ""} result={result} live={live} />
      </FoldedRow>
      {!open && <Preview result={result} />}
    </>
  );
}
