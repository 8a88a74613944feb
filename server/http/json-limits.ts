/** More than any caller has a use for, and little enough to be checked and handed between threads in a few ms. */
const mostValues = 200_000;
const deepest = 200;

const code = (character: string): number => character.charCodeAt(0);
const quote = code('"');
const backslash = code("\\");
const comma = code(",");
const opening: ReadonlySet<number> = new Set([code("{"), code("[")]);
const closing: ReadonlySet<number> = new Set([code("}"), code("]")]);

/**
 * The sentence to refuse JSON text with before it is parsed, null when there is none: a small text of many empty
 * lists takes a hundred times its size, and a deep one more stack than there is.
 */
export function whyNotParsed(text: Buffer): string | null {
  let values = 0;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at] ?? 0;
    if (byte === quote) at = endOfString(text, at);
    else if (byte === comma) values += 1;
    else if (opening.has(byte)) {
      values += 1;
      depth += 1;
    } else if (closing.has(byte)) depth -= 1;
    if (depth > deepest) return `The body is nested deeper than ${deepest} levels`;
    if (values > mostValues) return `The body has more than ${mostValues.toLocaleString("en")} values`;
  }
  return null;
}

/** Where the string that begins at `start` ends; the end of the text when it does not. */
function endOfString(text: Buffer, start: number): number {
  for (let end = text.indexOf(quote, start + 1); end >= 0; end = text.indexOf(quote, end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}
