import { useMemo, useRef } from "react";
import { useHighlighting } from "../../../ui/use-highlighting.ts";
import { usePartFold } from "../transcript.store.ts";
import { CodeLine } from "./CodeLine.tsx";
import { FoldRest, foldedAbove } from "./LongText.tsx";
import { type DiffLine, diffPieces, diffSides } from "./line-diff.ts";
import { text } from "./text.ts";

const backgrounds: Record<DiffLine["sign"], string> = {
  "+": "bg-running-soft text-running",
  "-": "bg-failed-soft text-failed",
  " ": "text-soft",
};
/** Highlighted code has its own colors; the sign keeps the color of its side. */
const highlightedBackgrounds: Record<DiffLine["sign"], string> = {
  "+": "bg-running-soft text-ink *:aria-hidden:text-running",
  "-": "bg-failed-soft text-ink *:aria-hidden:text-failed",
  " ": "text-ink",
};
const spoken: Record<DiffLine["sign"], string> = { "+": text.diff.added, "-": text.diff.removed, " ": "" };
const mostLines = 2_000;

interface Props {
  foldKey: string;
  lines: readonly DiffLine[];
  /** Its name determines the language; empty if unknown. */
  file: string;
}

/** The removed and added lines of an edit. */
export function EditDiff({ foldKey, lines, file }: Props) {
  const [open, toggle] = usePartFold(foldKey);
  const block = useRef<HTMLDivElement>(null);
  const shown = lines.slice(0, open ? mostLines : foldedAbove);
  const spans = useHighlighting(
    useMemo(() => ({ parts: diffSides(lines), languageHint: { file } }), [lines, file]),
    block,
  );
  const pieces = useMemo(() => spans && diffPieces(lines, spans), [lines, spans]);
  const tones = pieces ? highlightedBackgrounds : backgrounds;
  return (
    <>
      <div
        ref={block}
        className="overflow-hidden rounded-sm border border-line bg-surface font-mono text-2xs"
      >
        {shown.map(({ sign, text: content }, position) => (
          <CodeLine
            // A line has no other key than its position.
            key={position}
            mark={sign}
            markWidth="w-5 text-center"
            spoken={spoken[sign]}
            text={content}
            pieces={pieces?.[position]}
            tone={tones[sign]}
          />
        ))}
      </div>
      <FoldRest hidden={Math.max(lines.length - foldedAbove, 0)} open={open} onToggle={toggle} />
    </>
  );
}
