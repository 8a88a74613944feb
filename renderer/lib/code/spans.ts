/** What a part of code is; its colour is `--code-<kind>` (ui/code.css). The first has the colour of any text. */
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

/** Pairs of a length and the position of a kind, which cover a text from its start, line ends included. */
export type Spans = Uint32Array;

/** Code of which a file's name or a fence tells the language. */
export interface Code {
  /** Parts that begin anew, each as a file of its own: the hunks of a change; else the only one. */
  parts: readonly string[];
  languageHint: { file: string } | { fence: string };
}

/** As much as is drawn without a wait; what is longer stays plain. */
const limits = { characters: 60_000, lines: 1_500 };

/** Whether colours are worth asking for. */
export function canHighlight(parts: readonly string[]): boolean {
  const characters = parts.reduce((sum, part) => sum + part.length, 0);
  if (characters === 0 || characters > limits.characters) return false;
  return parts.reduce((sum, part) => sum + part.split("\n", limits.lines + 1).length, 0) <= limits.lines;
}

export interface Piece {
  kind: CodeKind;
  text: string;
}

/** Puts spans together; neighbours of one kind become one. */
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

/** A text in pieces; what lies beyond the spans is plain. */
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

/** The same, line by line. */
export function linesOfPieces(pieces: readonly Piece[]): Piece[][] {
  const lines: Piece[][] = [[]];
  for (const { kind, text } of pieces) {
    const [first = "", ...rest] = text.split("\n");
    if (first !== "") lines.at(-1)?.push({ kind, text: first });
    for (const line of rest) lines.push(line === "" ? [] : [{ kind, text: line }]);
  }
  return lines;
}
