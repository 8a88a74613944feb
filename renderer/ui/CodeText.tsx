import { Fragment } from "react";
import type { Piece } from "../lib/code/spans.ts";

/** Highlighted code. Pieces are keyed by their position. */
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
