const quote = 0x22;
const backslash = 0x5c;
/** An escape sequence has at most six bytes, and its beginning is looked for within the same piece. */
const roomForEscape = 8;
/** So that a text over its limit is cut within a piece. */
const leastPiece = 64;

interface Limits {
  /** Of one text, in bytes. */
  text: number;
  /** Of all texts together; the texts that come after are cut to `late`. */
  texts: number;
  late: number;
  /** Lists, objects and the values in them; a line that has more is not kept. */
  values: number;
  /** Bytes outside of texts; a line that has more is not kept. */
  structure: number;
}

/**
 * Takes in a line of JSON piece by piece, with its long texts cut, so that it costs little to parse however long it is. What is
 * no JSON stays that.
 */
export function lineShortener(limits: Limits) {
  const kept: Buffer[] = [];
  let values = 0;
  let structure = 0;
  let texts = 0;
  /** Of the text that is open: its kept bytes, and the backslashes it ended with in the last piece. */
  let open: { bytes: number; slashes: number; isCut: boolean } | null = null;
  let isTooMuch = false;
  let rest: Buffer = Buffer.alloc(0);

  /** Keeps of the text what its limits leave. Returns where the kept part ends. */
  function keepText(piece: Buffer, from: number, to: number): void {
    if (open === null || open.isCut) return;
    const limit = texts < limits.texts ? limits.text : limits.late;
    const wanted = from + Math.max(limit - open.bytes, roomForEscape);
    const end = wanted < to ? wholeBefore(piece, { from, at: wanted, slashes: open.slashes }) : to;
    open.isCut = wanted < to;
    open.bytes += end - from;
    texts += end - from;
    kept.push(piece.subarray(from, end));
  }

  /** Takes the open text on from `from`. Returns where it ends, after its closing quote, or the end of the piece. */
  function passText(piece: Buffer, from: number): number {
    if (open === null) return from;
    let end = piece.indexOf(quote, from);
    while (end >= 0 && slashesBefore(piece, { from, at: end, slashes: open.slashes }) % 2 === 1)
      end = piece.indexOf(quote, end + 1);
    if (end < 0) {
      keepText(piece, from, piece.length);
      open.slashes = slashesBefore(piece, { from, at: piece.length, slashes: open.slashes });
      return piece.length;
    }
    keepText(piece, from, end);
    open = null;
    return end;
  }

  function passStructure(piece: Buffer, from: number): number {
    let at = from;
    for (; at < piece.length; at += 1) {
      const byte = piece[at];
      if (byte === quote && at > from) break;
      if (byte === 0x2c || byte === 0x5b || byte === 0x7b) values += 1;
    }
    structure += at - from;
    kept.push(piece.subarray(from, at));
    return at;
  }

  function pass(piece: Buffer): void {
    let at = 0;
    while (at < piece.length && !isTooMuch) {
      if (open !== null) {
        at = passText(piece, at);
        if (open === null) at = passStructure(piece, at);
      } else if (piece[at] === quote) {
        kept.push(piece.subarray(at, at + 1));
        open = { bytes: 0, slashes: 0, isCut: false };
        at += 1;
      } else at = passStructure(piece, at);
      isTooMuch = values > limits.values || structure > limits.structure;
    }
    if (isTooMuch) kept.length = 0;
  }

  return {
    add(piece: Buffer): void {
      const next = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      if (next.length >= leastPiece) pass(next);
      rest = next.length >= leastPiece ? Buffer.alloc(0) : next;
    },
    /** What is left of the line, once all of it came; null if it is not kept. */
    text(): string | null {
      pass(rest);
      rest = Buffer.alloc(0);
      return isTooMuch ? null : Buffer.concat(kept).toString("utf8");
    },
  };
}

/** How many backslashes in a row end at `at`; those before `from` are `slashes`. */
function slashesBefore(
  piece: Buffer,
  { from, at, slashes }: { from: number; at: number; slashes: number },
): number {
  let start = at;
  while (start > from && piece[start - 1] === backslash) start -= 1;
  return at - start + (start === from ? slashes : 0);
}

/** The last place up to `at` that is in no escape sequence. */
function wholeBefore(
  piece: Buffer,
  { from, at, slashes }: { from: number; at: number; slashes: number },
): number {
  const last = piece.lastIndexOf(backslash, at - 1);
  if (last < Math.max(from, at - 5)) return at;
  if (slashesBefore(piece, { from, at: last + 1, slashes }) % 2 === 0) return at;
  const length = piece[last + 1] === 0x75 ? 6 : 2;
  return last + length > at ? last : at;
}
