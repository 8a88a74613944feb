import { promisify } from "node:util";
import { zstdDecompress, zstdDecompressSync } from "node:zlib";
import { lostLines } from "./oversized-line.ts";

const decompress = promisify(zstdDecompress);

/** A text in one zstd frame, with its uncompressed size. */
export interface CompressedText {
  textBytes: number;
  blob: Buffer;
}

/** The minimum that Node accepts for zstd. */
const leastRoom = 64;

/** The stored size limits the output; one byte more lets zstd finish in one step. */
const roomFor = (textBytes: number) => ({
  maxOutputLength: textBytes,
  chunkSize: Math.max(leastRoom, textBytes + 1),
});

/** The bytes of the text; null if it is damaged. */
export function readable({ blob, textBytes }: CompressedText): Buffer | null {
  try {
    return whole(zstdDecompressSync(blob, roomFor(textBytes)), textBytes);
  } catch {
    return null;
  }
}

/** The same on a thread of Node's, for a long text. */
export async function readableAway({ blob, textBytes }: CompressedText): Promise<Buffer | null> {
  try {
    return whole(await decompress(blob, roomFor(textBytes)), textBytes);
  } catch {
    return null;
  }
}

const whole = (bytes: Buffer, textBytes: number): Buffer | null =>
  bytes.length === textBytes ? bytes : null;

/** The same as text; a line that says so in place of lines that are damaged. `lineCount` is null if it is not known. */
export function readableText(text: CompressedText, lineCount: number | null): string {
  const bytes = readable(text);
  return bytes === null ? lostLines(lineCount) : bytes.toString("utf8");
}
