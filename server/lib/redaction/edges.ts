/** A word character ends here, yet a token may follow: an escape, a color code or a percent-encoded byte. */
export const escapeSource = String.raw`(?:\\[nrtbfv]|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|\\0?33|\[[0-9;]{0,12}m|%[0-9A-Fa-f]{2})`;
const escapeBefore = new RegExp(`${escapeSource}$`);

/**
 * May a token start at `at`? In a JSONL line a newline is the two characters `\n`, so a token at the start
 * of a line follows the letter n and no plain word boundary would find it.
 */
export function hasLeftEdge(text: string, at: number): boolean {
  if (at === 0 || !isTokenCharacter(text.charCodeAt(at - 1))) return true;
  return escapeBefore.test(text.slice(Math.max(0, at - 16), at));
}

function isTokenCharacter(code: number): boolean {
  const isDigit = code >= 48 && code <= 57;
  const isLetter = (code | 32) >= 97 && (code | 32) <= 122;
  return isDigit || isLetter || code === 95 || code === 45;
}
