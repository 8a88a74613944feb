/** Bytes around a cut that are looked at for a secret: the longest private key is shorter. */
export const margin = 32 * 1024;
const mostTries = 300;
/** Where there is no end of a line, a cut moves back by so many bytes. */
const step = 64;

type Redact = (text: string) => string;

/** Where a text can be cut, before `at`: after a line if there is one near. */
export function cutBefore(bytes: Buffer, at: number, redact: Redact): number {
  let cut = near(bytes, at);
  for (let tries = 0; cut > 0 && tries < mostTries; tries++) {
    if (isCut(bytes, cut, redact)) return cut;
    cut = near(bytes, cut - 1);
  }
  return startOfCharacter(bytes, at);
}

/** Whether that is between two characters, and nothing that is redacted as a whole would be left in two halves. */
export function isCut(bytes: Buffer, at: number, redact: Redact): boolean {
  if (at <= 0 || at >= bytes.length) return true;
  if (startOfCharacter(bytes, at) !== at) return false;
  const [before, after] = [text(bytes, at - margin, at), text(bytes, at, at + margin)];
  return redact(before + after) === redact(before) + redact(after);
}

const newline = 10;

function near(bytes: Buffer, at: number): number {
  if (at <= 0) return 0;
  const lineEnd = bytes.lastIndexOf(newline, at - 1) + 1;
  return lineEnd > at - margin ? lineEnd : startOfCharacter(bytes, at - (at % step));
}

function startOfCharacter(bytes: Buffer, at: number): number {
  let start = at;
  while (start > 0 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start -= 1;
  return start;
}

const text = (bytes: Buffer, from: number, to: number): string =>
  bytes.subarray(startOfCharacter(bytes, Math.max(from, 0)), to).toString("utf8");
