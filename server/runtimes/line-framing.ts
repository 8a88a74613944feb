import { oversizedLine } from "../lib/oversized-line.ts";
import { lineShortener } from "../lib/shortened-line.ts";

const newline = 0x0a;
/** Thirty times the longest line that a CLI was seen to write. */
const defaultMaxBytes = 32 * 1024 * 1024;
/** A longer line is shortened and hashed as it comes: to parse 32 MiB at once can take many seconds. */
const largeBytes = 512 * 1024;
/** What no CLI needs to be understood by: texts are pictures or the output of tools, which its transcript has as well. */
const shortening = {
  text: 64 * 1024,
  texts: 2 * 1024 * 1024,
  late: 256,
  values: 100_000,
  structure: 4 * 1024 * 1024,
};

/**
 * Cuts bytes into lines at `\n` alone: U+2028 and its like are legal inside JSON. A line costs no more than its length, a piece
 * at a time: a long one comes with its long texts cut. Of a line over `maxBytes`, or of one of too many values, only a marker
 * comes, and it is never held.
 */
export function lineFramer(onLine: (line: string) => void, maxBytes = defaultMaxBytes) {
  let pieces: Buffer[] = [];
  let held = 0;
  let large: ReturnType<typeof largeLine> | null = null;

  const add = (piece: Buffer) => {
    if (piece.length === 0) return;
    held += piece.length;
    if (large === null && held <= Math.min(largeBytes, maxBytes)) return void pieces.push(piece);
    if (large === null) {
      large = largeLine();
      for (const each of pieces) large.add(each);
      pieces = [];
    }
    large.add(piece);
  };
  const finish = () => {
    const line = large === null ? Buffer.concat(pieces).toString("utf8") : large.text(held <= maxBytes);
    pieces = [];
    held = 0;
    large = null;
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

function largeLine() {
  const oversized = oversizedLine();
  const shortener = lineShortener(shortening);
  return {
    add(piece: Buffer): void {
      oversized.add(piece);
      shortener.add(piece);
    },
    text: (isKept: boolean): string => (isKept ? shortener.text() : null) ?? oversized.marker(),
  };
}
