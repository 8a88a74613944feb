import { expect, it } from "vitest";
import { withStoredLines } from "../../../runtimes/stored-lines.ts";
import { transcriptText } from "./queries.ts";
import { eachLine, messagesBetween, readLine } from "./reading.ts";
import { transcriptStore } from "./store.ts";
import { openTranscriptBed, plainReader, type Said } from "./transcript-test-bed.ts";

const said = (count: number): Said[] =>
  Array.from({ length: count }, (_, n) => ({ kind: "user", text: `${n} ${"word ".repeat(80)}` }));

it("costs its own lines only: the rest is read, with a line that says how many are lost", async () => {
  await using bed = await openTranscriptBed();
  await bed.write(said(200));
  await bed.ingest();
  const { sql } = bed.database;
  const chunks = sql
    .prepare<[], { id: number; first: number; count: number }>(
      "SELECT id, first_idx AS first, line_count AS count FROM transcript_chunks ORDER BY first_idx",
    )
    .all();
  expect(chunks.length).toBeGreaterThan(2);
  const damaged = chunks[1] ?? expect.unreachable();
  // In the middle of the compressed text, as a failing disk would leave it.
  sql
    .prepare(
      "UPDATE transcript_chunks SET blob = CAST(substr(blob, 1, 40) || x'00ff00ff' || substr(blob, 45) AS BLOB) WHERE id = ?",
    )
    .run(damaged.id);

  const store = transcriptStore(bed.database);
  const reader = withStoredLines(plainReader);
  const lines = [...eachLine(store, bed.of.id)];
  const isLost = (index: number) => index >= damaged.first && index < damaged.first + damaged.count;
  const left = Array.from({ length: 200 }, (_, n) => n).filter((n) => !isLost(n) || n === damaged.first);
  expect(lines.map(({ index }) => index)).toEqual(left);
  const marker = lines.find(({ index }) => index === damaged.first) ?? expect.unreachable();
  expect(readLine(marker, reader).events).toEqual([
    { type: "notice", text: expect.stringMatching(new RegExp(`^${damaged.count} lines .* damaged`)) },
  ]);

  const source = { store, reader, id: bed.of.id };
  const want = { start: 0, end: 200, total: 200, contentLimit: 20 };
  const messages = messagesBetween(source, want).map(({ message }) => message.transcript_index);
  expect(messages).toEqual(Array.from({ length: 200 }, (_, n) => n).filter((n) => !isLost(n)));
  const exported = [...transcriptText(sql)(bed.of.id)].join("").trimEnd().split("\n");
  expect(exported).toHaveLength(200 - damaged.count + 1);
  expect(exported[damaged.first]).toContain(`"lost":${damaged.count}`);
  expect(bed.transcripts.raw(bed.of.id).trimEnd().split("\n")).toHaveLength(exported.length);
});
