import { Fragment } from "react";
import type { Piece } from "../lib/code/spans.ts";

/** Code in its colours. Pieces have no other name than their place. */
export function CodeText({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ kind, text }, position) =>
    kind === "plain" ? (
      <Fragment key={position}>{text}</Fragment>
    ) : (
      <span key={position} className={`code-${kind}`}>
        {text}
      </span>
    ),
  );
}
