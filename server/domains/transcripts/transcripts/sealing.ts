import { cutChunks, packChunk } from "./chunks.ts";
import type { ChunkRow, TailLine, TranscriptHead, TranscriptStore } from "./store.ts";

/** The tail may grow to this size before whole chunks of it are sealed. */
const sealAtBytes = 48 * 1024;

/**
 * The whole chunks that the tail and the `fresh` lines after it fill; none while the tail is short. Compression runs off
 * the main thread, all chunks at once, because a caller has at most one slice of the file.
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
