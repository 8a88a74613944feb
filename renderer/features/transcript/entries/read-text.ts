/** A file as returned by a tool that numbers lines. */
export interface NumberedCode {
  first: number;
  lines: readonly string[];
  /** What the tool wrote after the file. */
  rest: string;
}

/** `   12→text`, or `12` and a tab: the number before the line. */
const numbered = /^ *(\d+)(?:→|\t)(.*)$/;

/** Removes the line numbers; null if the text does not begin with numbered lines in order. */
export function numberedCode(text: string): NumberedCode | null {
  const all = text.split("\n");
  const first = Number(numbered.exec(all[0] ?? "")?.[1] ?? Number.NaN);
  if (Number.isNaN(first)) return null;
  const lines: string[] = [];
  for (const line of all) {
    const [, number, code] = numbered.exec(line) ?? [];
    if (code === undefined || Number(number) !== first + lines.length) break;
    lines.push(code);
  }
  return { first, lines, rest: all.slice(lines.length).join("\n").trim() };
}
