/** A fenced block of code in Markdown. */
export interface FencedCode {
  fence: string;
  /** Without the last line break. */
  source: string;
}

const opening = /^( {0,3})(`{3,}|~{3,})[ \t]*([\w+#.-]+)[^`]*$/;

/** The blocks of code that name a language, at most `limit`. Those inside lists and quotes are left out. */
export function fencedCode(markdown: string, limit: number): FencedCode[] {
  const found: FencedCode[] = [];
  const lines = markdown.split("\n");
  for (let at = 0; at < lines.length && found.length < limit; at++) {
    const [, indent = "", marks = "", fence = ""] = opening.exec(lines[at] ?? "") ?? [];
    if (marks === "") continue;
    const closing = new RegExp(`^ {0,3}\\${marks[0]}{${marks.length},}[ \\t]*$`);
    const length = lines.slice(at + 1).findIndex((line) => closing.test(line));
    if (length < 0) break;
    const inside = lines.slice(at + 1, at + 1 + length);
    const margin = new RegExp(`^ {0,${indent.length}}`);
    found.push({ fence, source: inside.map((line) => line.replace(margin, "")).join("\n") });
    at += length + 1;
  }
  return found;
}
