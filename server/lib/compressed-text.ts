import { zstdDecompressSync } from "node:zlib";

/** A text in one zstd frame, with the bytes it had before. */
export interface CompressedText {
  textBytes: number;
  blob: Buffer;
}

/** Node refuses to give zstd less. */
const leastRoom = 64;

/** The text's bytes. The stored size bounds what comes out; room for a byte more lets zstd end in one step. */
export const decompressText = ({ blob, textBytes }: CompressedText): Buffer =>
  zstdDecompressSync(blob, {
    maxOutputLength: textBytes,
    chunkSize: Math.max(leastRoom, textBytes + 1),
  });
