import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lostLines } from "../../../lib/oversized-line.ts";
import { chunkBytes, cutChunks, packChunk, unpackChunk } from "./chunks.ts";
import type { TailLine } from "./store.ts";

const linesOf = (texts: readonly string[], first = 0): TailLine[] =>
  texts.map((line, at) => ({ idx: first + at, line, isMessage: at % 2 === 0 }));

describe("cutChunks", () => {
  it.each([
    ["nothing of nothing", [], []],
    ["nothing while there is too little", [3, 4], []],
    ["one that is just full", [4, 4], [[0, 1]]],
    ["one that goes a little over", [4, 9], [[0, 1]]],
    ["a long line by itself", [50], [[0]]],
    ["several, and leaves the rest", [9, 9, 2], [[0], [1]]],
    ["a long line with the short ones before it", [1, 50, 1], [[0, 1]]],
  ])("cuts %s", (_title, lengths, expected) => {
    const lines = linesOf(lengths.map((length) => "x".repeat(length)));
    expect(cutChunks(lines, 10).map((chunk) => chunk.map(({ idx }) => idx))).toEqual(expected);
  });

  it("keeps the order, leaves no gap, and leaves out less than a chunk", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 30 })), fc.integer({ min: 1, max: 80 }), (texts, limit) => {
        const lines = linesOf(texts, 5);
        const cut = cutChunks(lines, limit);
        const taken = cut.flat();
        expect(taken).toEqual(lines.slice(0, taken.length));
        const weight = (chunk: readonly TailLine[]) =>
          chunk.reduce((sum, { line }) => sum + line.length + 1, 0);
        for (const chunk of cut) {
          expect(weight(chunk)).toBeGreaterThanOrEqual(limit);
          expect(weight(chunk.slice(0, -1))).toBeLessThan(limit);
        }
        expect(weight(lines.slice(taken.length))).toBeLessThan(limit);
      }),
    );
  });

  it("cuts at about 16 KB by default", () => {
    const cut = cutChunks(linesOf(Array(100).fill("x".repeat(999))));
    expect(cut.map((chunk) => chunk.length)).toEqual(Array(5).fill(Math.ceil(chunkBytes / 1_000)));
  });
});

describe("packChunk", () => {
  it("unpacks to the same text, with any characters", async () => {
    const text = fc
      .string({ unit: "binary", minLength: 1 })
      .map((line) => line.replaceAll("\n", "").toWellFormed());
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 20 }), fc.nat(), async (texts, first) => {
        const lines = linesOf(
          texts.map((line) => `${line}.`),
          first,
        );
        const chunk = await packChunk(lines);
        expect(unpackChunk(chunk)).toEqual(lines.map(({ line }) => line));
        expect([chunk.firstIdx, chunk.lineCount, chunk.messageCount]).toEqual([
          first,
          texts.length,
          Math.ceil(texts.length / 2),
        ]);
      }),
      { numRuns: 50 },
    );
  });

  it("compresses repetitive text to a fraction", async () => {
    const chunk = await packChunk(linesOf(Array(100).fill('{"type":"assistant","text":"the same words"}')));
    expect(chunk.blob.byteLength).toBeLessThan(chunk.textBytes / 10);
  });

  it("refuses to make an empty chunk", async () => {
    await expect(packChunk([])).rejects.toThrow("at least one line");
  });
});

describe("unpackChunk", () => {
  it("reads no more than was stored from a blob that unpacks to more", async () => {
    const chunk = await packChunk(linesOf(["x".repeat(100_000)]));
    expect(unpackChunk({ ...chunk, textBytes: 1_000 })).toEqual([lostLines(1)]);
  });
});

it("reads a chunk with any flipped byte as one line that says how many are lost", async () => {
  const lines = linesOf(["one", "two ".repeat(200), "three"]);
  const chunk = await packChunk(lines);
  for (let at = 0; at < chunk.blob.length; at++) {
    const blob = Buffer.from(chunk.blob);
    blob[at] = (blob[at] ?? 0) ^ 0x41;
    const read = unpackChunk({ ...chunk, blob });
    // A few bits of the frame's header mean nothing to the text.
    if (read.length === 3) expect(read).toEqual(lines.map(({ line }) => line));
    else expect(read).toEqual([lostLines(3)]);
  }
});
