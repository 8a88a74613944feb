import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { openTranscriptBed } from "./transcript-test-bed.ts";

/** A text that compresses to about as many bytes. */
const noise = (bytes: number): string => randomBytes(bytes).toString("base64");

it("copies a short transcript at once, and a long one in slices that can be taken up again", async () => {
  await using bed = await openTranscriptBed();
  const { transcripts, of, database } = bed;
  await bed.write([
    { kind: "user", text: "Read it." },
    ...Array.from({ length: 6 }, () => ({ kind: "assistant" as const, text: noise(900_000) })),
    { kind: "assistant", text: "Done." },
  ]);
  await bed.ingest();
  const short = bed.addSession();
  expect(database.transaction(() => transcripts.copy(of, { id: short, count: 1 }))).toBe(true);
  expect(transcripts.raw(short)).toBe(
    transcripts
      .raw(of.id)
      .split("\n", 1)
      .map((line) => `${line}\n`)
      .join(""),
  );

  const long = bed.addSession();
  expect(database.transaction(() => transcripts.copy(of, { id: long, count: 8 }))).toBe(false);
  expect(transcripts.lineCount(long)).toBe(8);
  await Promise.all([transcripts.copyRest(of.id, long), transcripts.copyRest(of.id, long)]);
  expect(transcripts.raw(long) === transcripts.raw(of.id)).toBe(true);
  const page = { limit: 10, contentLimit: 8 };
  expect(transcripts.conversation({ ...of, id: long }, page)).toEqual(transcripts.conversation(of, page));
});
