import { oversizedLine } from "../lib/oversized-line.ts";

const newline = 0x0a;
/** Thirty times the longest line that a CLI was seen to write. */
const defaultMaxBytes = 32 * 1024 * 1024;
/** A line that may become too long is hashed as it comes: 32 MiB at once would take a tenth of a second. */
const hashedFrom = 1024 * 1024;

/**
 * Cuts bytes into lines at `\n` alone: U+2028 and its like are legal inside JSON. Pieces are joined once per line, so that
 * a line of many MB costs no more than its length. Of a line over `maxBytes` only a marker comes, and it is never held.
 */
export function lineFramer(onLine: (line: string) => void, maxBytes = defaultMaxBytes) {
  let pieces: Buffer[] = [];
  let held = 0;
  let oversized: ReturnType<typeof oversizedLine> | null = null;

  const add = (piece: Buffer) => {
    if (piece.length === 0) return;
    held += piece.length;
    if (held <= maxBytes) pieces.push(piece);
    if (oversized !== null) oversized.add(piece);
    else if (held > Math.min(hashedFrom, maxBytes)) {
      oversized = oversizedLine();
      for (const each of held > maxBytes ? [...pieces, piece] : pieces) oversized.add(each);
    }
    if (held > maxBytes) pieces = [];
  };
  const finish = () => {
    const line =
      held > maxBytes && oversized !== null ? oversized.marker() : Buffer.concat(pieces).toString("utf8");
    pieces = [];
    held = 0;
    oversized = null;
    if (line.trim() !== "") onLine(line);
  };

  return {
    push(chunk: Buffer) {
      let from = 0;
      for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
        add(chunk.subarray(from, at));
        finish();
        from = at + 1;
      }
      add(chunk.subarray(from));
    },
    /** What came after the last `\n` is a line too. */
    end: finish,
  };
}
