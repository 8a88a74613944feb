/** The end of the text after this many characters as people count them: an emoji is one, whatever its length. */
function endOf(text: string, most: number): number {
  if (text.length <= most) return text.length;
  let end = 0;
  for (let left = most; left > 0 && end < text.length; left -= 1) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  }
  return end;
}

/** At most this many characters of a text; none is cut in two. */
export const cutCharacters = (text: string, most: number): string => text.slice(0, endOf(text, most));

export const hasMoreCharacters = (text: string, most: number): boolean => endOf(text, most) < text.length;

/** The text, or its start and an ellipsis, which counts as one of the `most` characters. */
export const shortened = (text: string, most: number): string =>
  hasMoreCharacters(text, most) ? `${cutCharacters(text, most - 1).trimEnd()}…` : text;

/** Text of someone else on one line, for a terminal or a title: without control characters, at most this long. */
export const readableText = (text: string, most: number): string =>
  text
    .replace(/[\p{Cc}\p{Cf}]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, most)
    .toWellFormed()
    .trim();
