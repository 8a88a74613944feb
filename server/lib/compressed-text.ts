import { promisify } from "node:util";
import { zstdDecompress, zstdDecompressSync } from "node:zlib";

const decompress = promisify(zstdDecompress);

/** A text in one zstd frame, with its uncompressed size. */
export interface CompressedText {
  textBytes: number;
  blob: Buffer;
}

/** The minimum that Node accepts for zstd. */
const leastRoom = 64;

/** The bytes of the text. The stored size limits the output; one byte more lets zstd finish in one step. */
export const decompressText = ({ blob, textBytes }: CompressedText): Buffer =>
  zstdDecompressSync(blob, roomFor(textBytes));

/** The same on a thread of Node's, for a long text. */
export const decompressTextAway = ({ blob, textBytes }: CompressedText): Promise<Buffer> =>
  decompress(blob, roomFor(textBytes));

const roomFor = (textBytes: number) => ({
  maxOutputLength: textBytes,
  chunkSize: Math.max(leastRoom, textBytes + 1),
});
