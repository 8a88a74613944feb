import type { Hunk } from "gitdiff-parser";
import { type HunkTokens, type TokenNode, type TokenPath } from "react-diff-view";
import { linesOfPieces, type Piece, piecesOf, type Spans } from "../../lib/code/spans.ts";
import { mayMarkWords } from "./diff-lines.ts";
import { markWords } from "./word-marks.ts";

type Side = "old" | "new";

interface SideLine {
  /** The line number on that side. */
  line: number;
  text: string;
}

/** The lines of a hunk on one side. */
const sideLines = ({ changes }: Hunk, side: Side): SideLine[] =>
  changes.flatMap((change) => {
    const { type, content: text } = change;
    if (type === "normal")
      return [{ line: side === "old" ? change.oldLineNumber : change.newLineNumber, text }];
    return (type === "delete") === (side === "old") ? [{ line: change.lineNumber, text }] : [];
  });

const sides = ["old", "new"] as const;

/** The text of each hunk on each side; the lines between hunks are unknown. */
export const hunkTexts = (hunks: readonly Hunk[]): string[] =>
  sides.flatMap((side) => hunks.map((hunk) => textOf(sideLines(hunk, side))));

const textOf = (lines: readonly SideLine[]): string => lines.map(({ text }) => text).join("\n");

const pathOf = ({ kind, text }: Piece): TokenPath => {
  const leaf = { type: "text", value: text };
  return kind === "plain" ? [leaf] : [{ type: "code", className: `code-${kind}` }, leaf];
};

/** Nests the nodes of a path, the last one innermost. */
const nested = (path: TokenPath): TokenNode[] =>
  path
    .toReversed()
    .reduce<TokenNode[]>(
      (within, node) => [within.length === 0 ? { ...node } : { ...node, children: within }],
      [],
    );

/**
 * The tokens of each line, colored by `spans` (which cover `hunkTexts`, joined) and with marks on changed words; null
 * without either.
 */
export function diffTokens(hunks: Hunk[], spans: Spans | null): HunkTokens | null {
  const marks = mayMarkWords(hunks);
  if (!marks && !spans) return null;
  const texts = hunkTexts(hunks);
  const pieces = spans ? linesOfPieces(piecesOf(texts.join("\n"), spans)) : null;
  let at = 0;
  const linesOf = (side: Side): TokenPath[][] => {
    const paths: TokenPath[][] = [];
    for (const hunk of hunks) {
      const lines = sideLines(hunk, side);
      lines.forEach(({ line, text }, position) => {
        const found = pieces?.[at + position] ?? [{ kind: "plain" as const, text }];
        paths[line - 1] = found.map(pathOf);
      });
      // A hunk with no line on this side is an empty text, which is one line.
      at += Math.max(lines.length, 1);
    }
    return Array.from(paths, (line) => line ?? []);
  };
  const plain: [TokenPath[][], TokenPath[][]] = [linesOf("old"), linesOf("new")];
  const sideText = (side: Side): string[] => {
    const found: string[] = [];
    for (const { line, text } of hunks.flatMap((hunk) => sideLines(hunk, side))) found[line - 1] = text;
    return Array.from(found, (text) => text ?? "");
  };
  const [old, fresh] = marks
    ? markWords(hunks, { old: sideText("old"), fresh: sideText("new") })(plain)
    : plain;
  return { old: old.map((line) => line.flatMap(nested)), new: fresh.map((line) => line.flatMap(nested)) };
}
