import type { Database } from "../../db/open.ts";
import { cutChunks, packChunk } from "./chunks.ts";
import type { TranscriptStore } from "./store.ts";

/**
 * Moves full chunks from the tail into compressed rows. Compression runs off the main thread; a chunk that
 * somebody else sealed meanwhile is left alone.
 */
export async function sealChunks(
  { store, database }: { store: TranscriptStore; database: Database },
  sessionId: number,
): Promise<void> {
  const { lineCount, sealedCount } = store.head(sessionId) ?? { lineCount: 0, sealedCount: 0 };
  for (const lines of cutChunks(store.tail(sessionId, sealedCount, lineCount))) {
    const chunk = await packChunk(lines);
    database.transaction(() => {
      const head = store.head(sessionId);
      if (!head || head.sealedCount !== chunk.firstIdx) return;
      store.seal(sessionId, chunk);
      store.saveHead({ ...head, sealedCount: chunk.firstIdx + chunk.lineCount });
    });
  }
}
