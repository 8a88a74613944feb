import { linesOfPieces, type Piece, piecesOf, type Spans } from "../../../lib/code/spans.ts";

export interface DiffLine {
  sign: "+" | "-" | " ";
  text: string;
}

/** The limit of line comparisons; beyond it, all old lines are followed by all new ones. */
const mostCells = 250_000;

const line = (sign: DiffLine["sign"]) => (text: string) => ({ sign, text });

const linesOf = (text: string): string[] => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));

/** The removed, added and unchanged lines. */
export function lineDiff(before: string, after: string): DiffLine[] {
  const [old, fresh] = [linesOf(before), linesOf(after)];
  let head = 0;
  while (head < old.length && head < fresh.length && old[head] === fresh[head]) head += 1;
  let tail = 0;
  const most = Math.min(old.length, fresh.length) - head;
  while (tail < most && old[old.length - 1 - tail] === fresh[fresh.length - 1 - tail]) tail += 1;
  const middle = changed(old.slice(head, old.length - tail), fresh.slice(head, fresh.length - tail));
  return [...old.slice(0, head).map(line(" ")), ...middle, ...old.slice(old.length - tail).map(line(" "))];
}

function changed(old: readonly string[], fresh: readonly string[]): DiffLine[] {
  if (old.length * fresh.length > mostCells) return [...old.map(line("-")), ...fresh.map(line("+"))];
  const common = commonLengths(old, fresh);
  const lines: DiffLine[] = [];
  let [a, b] = [0, 0];
  while (a < old.length || b < fresh.length) {
    const [was, is] = [old[a], fresh[b]];
    if (was !== undefined && was === is) {
      lines.push({ sign: " ", text: was });
      a += 1;
      b += 1;
    } else if (was !== undefined && (is === undefined || at(common, a + 1, b) >= at(common, a, b + 1))) {
      lines.push({ sign: "-", text: was });
      a += 1;
    } else if (is !== undefined) {
      lines.push({ sign: "+", text: is });
      b += 1;
    }
  }
  return lines;
}

type Table = readonly (readonly number[])[];

const at = (table: Table, a: number, b: number): number => table[a]?.[b] ?? 0;

/** For each pair of lines, the length of the longest common rest. */
function commonLengths(old: readonly string[], fresh: readonly string[]): Table {
  const table = Array.from({ length: old.length + 1 }, () =>
    Array.from({ length: fresh.length + 1 }, () => 0),
  );
  for (let a = old.length - 1; a >= 0; a -= 1) {
    for (let b = fresh.length - 1; b >= 0; b -= 1) {
      const row = table[a];
      if (!row) continue;
      row[b] =
        old[a] === fresh[b]
          ? at(table, a + 1, b + 1) + 1
          : Math.max(at(table, a + 1, b), at(table, a, b + 1));
    }
  }
  return table;
}

const envelope = /^\*\*\* (?:Begin|End) Patch\s*$/;
const fileHeading = /^\*\*\* (?:Add|Update|Delete) File: /;

/** The lines of a patch without what is around them; the names of several files count as unchanged. */
export function patchLines(patch: string): DiffLine[] {
  const lines = linesOf(patch).filter((line) => !envelope.test(line));
  // The row names the file if there is only one.
  const isOne = lines.filter((line) => fileHeading.test(line)).length === 1;
  return lines
    .filter((line) => !isOne || !fileHeading.test(line))
    .map((text) => {
      const sign = text.startsWith("+++") || text.startsWith("---") ? " " : text[0];
      return sign === "+" || sign === "-"
        ? { sign, text: text.slice(1) }
        : { sign: " ", text: text.replace(/^ /, "") };
    });
}

/** The file of a patch; empty if its files are in several languages. */
export function patchedFile(patch: string): string {
  const paths = [...patch.matchAll(/^\*\*\* (?:Add|Update) File: (.+)$/gm)].map(([, path = ""]) =>
    path.trim(),
  );
  const endings = new Set(paths.map((path) => path.split(".").at(-1)));
  return endings.size === 1 ? (paths[0] ?? "") : "";
}

const isOld = ({ sign }: DiffLine): boolean => sign !== "+";
const isNew = ({ sign }: DiffLine): boolean => sign !== "-";

/** The old and the new text, which are highlighted separately. */
export const diffSides = (lines: readonly DiffLine[]): [before: string, after: string] => [
  textOf(lines.filter(isOld)),
  textOf(lines.filter(isNew)),
];

const textOf = (lines: readonly DiffLine[]): string => lines.map(({ text }) => text).join("\n");

/** The highlighted lines of both sides; an unchanged line is taken from the new text. */
export function diffPieces(lines: readonly DiffLine[], spans: Spans): Piece[][] {
  const highlighted = linesOfPieces(piecesOf(diffSides(lines).join("\n"), spans));
  const before = lines.filter(isOld).length;
  let [old, fresh] = [0, Math.max(before, 1)];
  return lines.map((one) => {
    const found = highlighted[isNew(one) ? fresh : old] ?? [];
    if (isOld(one)) old += 1;
    if (isNew(one)) fresh += 1;
    return found;
  });
}
