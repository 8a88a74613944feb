import type { JsonProblem } from "./text.ts";

/** More than any caller needs, and few enough to be checked and passed between threads in a few ms. */
const valueLimit = 200_000;
const depthLimit = 200;

const code = (character: string): number => character.charCodeAt(0);
const quote = code('"');
const backslash = code("\\");
const comma = code(",");
const opening: ReadonlySet<number> = new Set([code("{"), code("[")]);
const closing: ReadonlySet<number> = new Set([code("}"), code("]")]);

/**
 * Why JSON text must not be parsed; null if it may. A small text with many empty lists takes a hundred times its size in
 * memory, and a deeply nested one overflows the stack.
 */
export function jsonProblem(text: Buffer): JsonProblem | null {
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
    if (depth > depthLimit) return { kind: "too_deep", limit: depthLimit };
    if (values > valueLimit) return { kind: "too_many_values", limit: valueLimit };
  }
  return null;
}

/** The end of the string that begins at `start`; the end of the text if it is not closed. */
function endOfString(text: Buffer, start: number): number {
  for (let end = text.indexOf(quote, start + 1); end >= 0; end = text.indexOf(quote, end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length;
}
