import { zstdCompressSync } from "node:zlib";
import { expect, it } from "vitest";
import { readable } from "../../../lib/compressed-text.ts";
import { chunkChecksums } from "./checksums.ts";
import { openTranscriptBed, type Said } from "./transcript-test-bed.ts";

interface Chunk {
  id: number;
  textBytes: number;
  blob: Buffer;
}

const said = (count: number): Said[] =>
  Array.from({ length: count }, (_, n) => ({ kind: "user", text: `${n} ${"word ".repeat(80)}` }));

it("gives chunks of an earlier version a checksum, keeps their text, and leaves damaged ones alone", async () => {
  await using bed = await openTranscriptBed();
  await bed.write(said(300));
  await bed.ingest();
  const { sql } = bed.database;
  const chunks = () =>
    sql
      .prepare<[], Chunk>("SELECT id, text_bytes AS textBytes, blob FROM transcript_chunks ORDER BY id")
      .all();
  const replace = sql.prepare("UPDATE transcript_chunks SET blob = ? WHERE id = ?");
  const before = bed.transcripts.raw(bed.of.id);
  const [damaged, ...old] = chunks();
  if (!damaged || old.length < 3) expect.unreachable("the transcript has several chunks");
  const bare = (chunk: Chunk): Buffer => zstdCompressSync(readable(chunk) ?? Buffer.alloc(0));
  for (const chunk of old) replace.run(bare(chunk), chunk.id);
  const flags = () => chunks().map(({ blob }) => (blob[4] ?? 0) & 4);
  expect(flags().slice(1)).toEqual(old.map(() => 0));
  expect(bed.transcripts.raw(bed.of.id)).toBe(before);

  const { add } = chunkChecksums({ sql, clock: bed.clock });
  const [first, ...rest] = chunks().slice(1);
  replace.run(Buffer.concat([bare(first ?? damaged).subarray(0, 20), Buffer.alloc(40)]), first?.id);
  while ((await add()) !== undefined);
  expect(flags().slice(2)).toEqual(rest.map(() => 4));
  expect(flags()[1]).toBe(0);
  const kept = new Map(old.map((chunk) => [chunk.id, readable(chunk)?.toString()]));
  for (const chunk of chunks().slice(2)) expect(readable(chunk)?.toString()).toBe(kept.get(chunk.id));
});
