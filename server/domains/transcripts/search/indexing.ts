import type { SearchIndex } from "./store.ts";
import type { TranscriptSource } from "./transcripts.ts";

/** Texts per commit: a search waits for one commit at most, and larger ones are not faster. */
const chunksAtOnce = 8;
const tailsAtOnce = 16;

export interface IndexingDeps {
  source: TranscriptSource;
  index: SearchIndex;
  /** Resolves when no search is running; false if the thread is to end. */
  isFree(): Promise<boolean>;
}

/** Brings the index up to date with the transcripts, in small commits. New lines are left to the next run. */
export async function catchUp({ source, index, isFree }: IndexingDeps): Promise<void> {
  while (await isFree()) {
    const chunks = source.chunksAfter(index.lastChunk(), chunksAtOnce);
    if (chunks.length === 0) break;
    index.addChunks(chunks);
  }
  const lineCounts = source.lineCounts();
  const behind = index.behind(lineCounts);
  for (let at = 0; at < behind.length && (await isFree()); at += tailsAtOnce) {
    const lastChunk = index.lastChunk();
    const tails = behind.slice(at, at + tailsAtOnce).flatMap((sessionId) => {
      const tail = source.wholeTail(sessionId, lastChunk);
      return tail ? [{ sessionId, ...tail }] : [];
    });
    index.coverTails(tails);
  }
  for (const sessionId of [...index.covered.keys()].filter((id) => !lineCounts.has(id)))
    if (await isFree()) index.forget(sessionId);
}
