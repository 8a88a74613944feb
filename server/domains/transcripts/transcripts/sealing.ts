import { cutChunks, packChunk } from "./chunks.ts";
import type { ChunkRow, TailLine, TranscriptHead, TranscriptStore } from "./store.ts";

/** The tail may grow to this before what fills whole chunks is sealed. */
const sealAtBytes = 48 * 1024;

/**
 * The chunks that the tail and the `fresh` lines after it now fill, the tail left over not among them; none while
 * the tail is short. Compression runs off the main thread, all chunks at once: a caller brings no more than a
 * slice of the file.
 */
export async function fullChunks(
  store: TranscriptStore,
  head: TranscriptHead,
  fresh: readonly TailLine[],
): Promise<ChunkRow[]> {
  const bytes = fresh.reduce((sum, { line }) => sum + line.length, store.tailBytes(head.sessionId));
  if (bytes <= sealAtBytes) return [];
  const tail = store.tail(head.sessionId, head.sealedCount, head.lineCount);
  return Promise.all(cutChunks([...tail, ...fresh]).map(packChunk));
}
