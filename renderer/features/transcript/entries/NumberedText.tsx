import { useMemo, useRef } from "react";
import { linesOfPieces, piecesOf } from "../../../lib/code/spans.ts";
import { useHighlighting } from "../../../ui/use-highlighting.ts";
import { usePartFold } from "../transcript.store.ts";
import { CodeLine } from "./CodeLine.tsx";
import { FoldRest, foldedAbove, LongText } from "./LongText.tsx";
import type { NumberedCode } from "./read-text.ts";

interface Props {
  foldKey: string;
  code: NumberedCode;
  file: string;
}

/** A file as it was read, with its line numbers. */
export function NumberedText({ foldKey, code: { first, lines, rest }, file }: Props) {
  const [open, toggle] = usePartFold(foldKey);
  const block = useRef<HTMLDivElement>(null);
  const text = useMemo(() => lines.join("\n"), [lines]);
  const spans = useHighlighting(
    useMemo(() => ({ parts: [text], languageHint: { file } }), [text, file]),
    block,
  );
  const pieces = useMemo(() => spans && linesOfPieces(piecesOf(text, spans)), [text, spans]);
  const width = String(first + lines.length).length;
  const shown = lines.slice(0, open ? lines.length : foldedAbove);
  return (
    <>
      <div ref={block} className="overflow-hidden rounded-sm bg-sunken py-1.5 font-mono text-2xs">
        {shown.map((line, position) => (
          <CodeLine
            key={first + position}
            mark={String(first + position).padStart(width)}
            markWidth="ps-2.5 pe-2 whitespace-pre text-faint"
            text={line}
            pieces={pieces?.[position]}
            tone=""
          />
        ))}
      </div>
      <FoldRest hidden={Math.max(lines.length - foldedAbove, 0)} open={open} onToggle={toggle} />
      {rest !== "" && <LongText foldKey={`${foldKey}:rest`} text={rest} />}
    </>
  );
}
