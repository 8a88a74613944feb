/** A Markdown text without fenced code and HTML comments; an unclosed one extends to the end. */
export function withoutCode(text: string): string {
  const kept: string[] = [];
  let fence: string | null = null;
  for (const line of withoutComments(text).split(/\r?\n/)) {
    const [, mark] = /^[ ]{0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence === null && mark !== undefined && !isInlineCode(line, mark)) fence = mark;
    else if (fence === null) kept.push(line);
    else if (mark?.startsWith(fence) && line.trim() === mark) fence = null;
  }
  return kept.join("\n");
}

/** Three backticks open and close a code span if there are more of them on the same line. */
const isInlineCode = (line: string, mark: string): boolean =>
  mark.startsWith("`") && line.trimStart().slice(mark.length).includes("`");

/** A comment inside a fence is code, and a fence inside a comment is not one: the first to open wins. */
function withoutComments(text: string): string {
  return text.replaceAll(
    /(^[ ]{0,3}(`{3,}|~{3,})[^\n]*\n[^]*?(?:^[ ]{0,3}\2[`~]*[ \t]*$|(?![^])))|<!--[^]*?(?:-->|(?![^]))/gm,
    (whole, fenced: string | undefined) => (fenced === undefined ? "" : whole),
  );
}
