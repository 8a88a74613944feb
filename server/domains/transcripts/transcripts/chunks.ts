import { promisify } from "node:util";
import { constants, zstdCompress } from "node:zlib";
import { type CompressedText, readableText } from "../../../lib/compressed-text.ts";
import type { ChunkRow, TailLine } from "./store.ts";

const compress = promisify(zstdCompress);

/** Text per chunk: small enough to open one for a single line, large enough to compress well. */
export const chunkBytes = 16 * 1024;

/** Cuts the tail into chunks of whole lines and keeps the remainder. A longer line becomes a separate chunk. */
export function cutChunks(lines: readonly TailLine[], limit = chunkBytes): TailLine[][] {
  const chunks: TailLine[][] = [];
  let open: TailLine[] = [];
  let size = 0;
  for (const line of lines) {
    open.push(line);
    size += line.line.length + 1;
    if (size < limit) continue;
    chunks.push(open);
    open = [];
    size = 0;
  }
  return chunks;
}

/** One zstd frame a chunk: a frame that follows another in a buffer would be lost on decompression. */
export async function packChunk(lines: readonly TailLine[]): Promise<ChunkRow> {
  const [first] = lines;
  if (!first) throw new Error("A chunk has at least one line");
  const text = Buffer.from(lines.map(({ line }) => line).join("\n"));
  return {
    firstIdx: first.idx,
    lineCount: lines.length,
    messageCount: lines.filter(({ isMessage }) => isMessage).length,
    textBytes: text.byteLength,
    blob: await compressChunk(text),
  };
}

export const compressChunk = (text: Buffer): Promise<Buffer> =>
  // If zstd knows the size, it uses tables that fit: a fifth of the processor time for such a chunk.
  compress(text, {
    // The checksum shows damage, which would otherwise be read as other text.
    params: { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 },
    pledgedSrcSize: text.byteLength,
  });

/**
 * The lines of a chunk, or a single one that says how many are lost if it is damaged. Fast enough for the main thread: 16 KB
 * take some 50 microseconds.
 */
export const unpackChunk = (chunk: CompressedText & { lineCount?: number }): string[] =>
  readableText(chunk, chunk.lineCount ?? null).split("\n");
