import { text } from "./text.ts";

const newline = 0x0a;
/** Past this a line cannot be one JavaScript string any more. */
const defaultMaxBytes = 256 * 1024 * 1024;

/**
 * Cuts bytes into lines at `\n` alone: U+2028 and its like are legal inside JSON. Pieces are joined once per
 * line, so that the cost of a long line grows with its length only. A line over `maxBytes` is replaced by a note.
 */
export function lineFramer(onLine: (line: string) => void, maxBytes = defaultMaxBytes) {
  let pieces: Buffer[] = [];
  let held = 0;

  const add = (piece: Buffer) => {
    held += piece.length;
    if (held > maxBytes) pieces = [];
    else if (piece.length > 0) pieces.push(piece);
  };
  const finish = () => {
    const line = held > maxBytes ? text.lineLeftOut(held) : Buffer.concat(pieces).toString("utf8");
    pieces = [];
    held = 0;
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
