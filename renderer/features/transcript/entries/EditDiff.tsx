import { useMemo, useRef } from "react";
import { useHighlighting } from "../../../ui/use-highlighting.ts";
import { usePartFold } from "../transcript.store.ts";
import { CodeLine } from "./CodeLine.tsx";
import { FoldRest, foldedAbove } from "./LongText.tsx";
import { type DiffLine, diffPieces, diffSides } from "./line-diff.ts";

const grounds: Record<DiffLine["sign"], string> = {
  "+": "bg-running-soft text-running",
  "-": "bg-failed-soft text-failed",
  " ": "text-soft",
};
/** The code has colours of its own, the sign keeps that of its side. */
const colouredGrounds: Record<DiffLine["sign"], string> = {
  "+": "bg-running-soft text-ink *:aria-hidden:text-running",
  "-": "bg-failed-soft text-ink *:aria-hidden:text-failed",
  " ": "text-ink",
};
const spoken: Record<DiffLine["sign"], string> = { "+": "Added: ", "-": "Removed: ", " ": "" };
const mostLines = 2_000;

interface Props {
  foldKey: string;
  lines: readonly DiffLine[];
  /** Whose name tells the language; empty where none does. */
  file: string;
}

/** What an edit took out of a file and put in. */
export function EditDiff({ foldKey, lines, file }: Props) {
  const [open, toggle] = usePartFold(foldKey);
  const block = useRef<HTMLDivElement>(null);
  const shown = lines.slice(0, open ? mostLines : foldedAbove);
  const spans = useHighlighting(
    useMemo(() => ({ parts: diffSides(lines), languageHint: { file } }), [lines, file]),
    block,
  );
  const pieces = useMemo(() => spans && diffPieces(lines, spans), [lines, spans]);
  const tones = pieces ? colouredGrounds : grounds;
  return (
    <>
      <div
        ref={block}
        className="overflow-hidden rounded-sm border border-line bg-surface font-mono text-2xs"
      >
        {shown.map(({ sign, text }, position) => (
          <CodeLine
            // Lines have no other name than their place.
            key={position}
            mark={sign}
            markWidth="w-5 text-center"
            spoken={spoken[sign]}
            text={text}
            pieces={pieces?.[position]}
            tone={tones[sign]}
          />
        ))}
      </div>
      <FoldRest hidden={Math.max(lines.length - foldedAbove, 0)} open={open} onToggle={toggle} />
    </>
  );
}
