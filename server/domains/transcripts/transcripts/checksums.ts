import type { Sql } from "../../../db/open.ts";
import type { JobResult } from "../../../jobs/definition.ts";
import type { Clock } from "../../../lib/clock.ts";
import { type CompressedText, readable } from "../../../lib/compressed-text.ts";
import { compressChunk } from "./chunks.ts";

/** How many chunks one step looks at, some milliseconds of reading. */
const slice = 100;
const pauseMs = 500;
/** In the fifth byte of a zstd frame (RFC 8878, 3.1.1.1.1). */
const checksumFlag = 0b100;

const hasChecksum = (blob: Buffer): boolean => ((blob[4] ?? 0) & checksumFlag) !== 0;

/**
 * Gives a checksum to chunks that were stored before chunks had one, some at each call. A chunk's text does not change and each
 * is replaced in one statement, so a kill at any moment leaves all of them readable; the next pass continues.
 */
export function chunkChecksums({ sql, clock }: { sql: Sql; clock: Clock }): { add(): Promise<JobResult> } {
  const next = sql.prepare<[number, number], CompressedText & { id: number }>(
    "SELECT id, text_bytes AS textBytes, blob FROM transcript_chunks WHERE id > ? ORDER BY id LIMIT ?",
  );
  const replace = sql.prepare<[Buffer, number, number]>(
    "UPDATE transcript_chunks SET blob = ? WHERE id = ? AND text_bytes = ?",
  );
  let after = 0;

  /** A damaged chunk stays as it is: a checksum of its text would hide the damage. */
  async function addTo(chunk: CompressedText & { id: number }): Promise<void> {
    const text = readable(chunk);
    if (text !== null) replace.run(await compressChunk(text), chunk.id, chunk.textBytes);
  }

  return {
    async add() {
      const chunks = next.all(after, slice);
      for (const chunk of chunks) if (!hasChecksum(chunk.blob)) await addTo(chunk);
      after = chunks.length < slice ? 0 : (chunks.at(-1)?.id ?? 0);
      return after === 0 ? undefined : { againAt: clock.now() + pauseMs };
    },
  };
}
