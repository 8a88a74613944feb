import type { Piece } from "../../../lib/code/spans.ts";
import { RichCode, RichText } from "./RichText.tsx";

interface Props {
  /** The sign or number before the line. */
  mark: string;
  markWidth: string;
  /** The mark for screen readers. */
  spoken?: string;
  text: string;
  /** Undefined before it is highlighted. */
  pieces: readonly Piece[] | undefined;
  tone: string;
}

/** A line of code with its mark, which is not copied. */
export function CodeLine({ mark, markWidth, spoken = "", text, pieces, tone }: Props) {
  return (
    <div className={`flex ${tone}`}>
      <span aria-hidden className={`shrink-0 select-none ${markWidth}`}>
        {mark}
      </span>
      {spoken !== "" && <span className="sr-only">{spoken}</span>}
      <span className="min-w-0 flex-1 pe-2 wrap-anywhere whitespace-pre-wrap">
        {pieces && text !== "" ? <RichCode pieces={pieces} /> : <RichText text={text === "" ? " " : text} />}
      </span>
    </div>
  );
}
