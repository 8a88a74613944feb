/** The kinds of tokens; each has the color `--code-<kind>` (ui/code.css), except plain text. */
export const codeKinds = [
  "plain",
  "comment",
  "keyword",
  "string",
  "constant",
  "function",
  "type",
  "property",
  "inserted",
  "deleted",
] as const;
export type CodeKind = (typeof codeKinds)[number];

/** Pairs of a length and an index into `codeKinds`, which cover a text from its start, including line breaks. */
export type Spans = Uint32Array;

/** Code whose language follows from a file name or a fence. */
export interface Code {
  /** Parts that are highlighted independently, such as the hunks of a change. */
  parts: readonly string[];
  languageHint: { file: string } | { fence: string };
}

/** Longer code stays plain. */
const limits = { characters: 60_000, lines: 1_500 };

/** Whether the code is short enough to highlight. */
export function canHighlight(parts: readonly string[]): boolean {
  const characters = parts.reduce((sum, part) => sum + part.length, 0);
  if (characters === 0 || characters > limits.characters) return false;
  return parts.reduce((sum, part) => sum + part.split("\n", limits.lines + 1).length, 0) <= limits.lines;
}

export interface Piece {
  kind: CodeKind;
  text: string;
}

/** Builds spans; merges adjacent spans of the same kind. */
export function spanWriter() {
  const pairs: number[] = [];
  return {
    add(length: number, kind: number): void {
      if (length === 0) return;
      const last = pairs.length - 2;
      if (pairs[last + 1] === kind) pairs[last] = (pairs[last] ?? 0) + length;
      else pairs.push(length, kind);
    },
    spans: (): Spans => Uint32Array.from(pairs),
  };
}

/** Splits a text into pieces by its spans; text beyond the spans is plain. */
export function piecesOf(text: string, spans: Spans): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (let at = 0; at < spans.length && from < text.length; at += 2) {
    const to = from + (spans[at] ?? 0);
    pieces.push({ kind: codeKinds[spans[at + 1] ?? 0] ?? "plain", text: text.slice(from, to) });
    from = to;
  }
  if (from < text.length) pieces.push({ kind: "plain", text: text.slice(from) });
  return pieces;
}

/** Groups pieces by line. */
export function linesOfPieces(pieces: readonly Piece[]): Piece[][] {
  const lines: Piece[][] = [[]];
  for (const { kind, text } of pieces) {
    const [first = "", ...rest] = text.split("\n");
    if (first !== "") lines.at(-1)?.push({ kind, text: first });
    for (const line of rest) lines.push(line === "" ? [] : [{ kind, text: line }]);
  }
  return lines;
}
