/** A file as a tool that numbers its lines gives it. */
export interface NumberedCode {
  first: number;
  lines: readonly string[];
  /** What the tool said after the file. */
  rest: string;
}

/** `   12→text` or `12` and a tab: what stands before the line is its number. */
const numbered = /^ *(\d+)(?:→|\t)(.*)$/;

/** Takes the numbers off; null where the text does not begin with lines in their order. */
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
