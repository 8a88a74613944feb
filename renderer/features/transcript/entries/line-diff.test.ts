import { expect, it } from "vitest";
import { diffPieces, diffSides, lineDiff, patchedFile, patchLines } from "./line-diff.ts";

const words = (before: string, after: string) => lineDiff(before, after).map(({ sign, text }) => sign + text);

it.each([
  ["a\nb\nc", "a\nx\nc\n", [" a", "-b", "+x", " c"]],
  ["", "a\nb\n", ["+a", "+b"]],
  ["a\nb", "", ["-a", "-b"]],
  ["a\nb\nc\nd", "b\nc\ne\nd", ["-a", " b", " c", "+e", " d"]],
  ["same", "same", [" same"]],
  ["x\nx", "x", [" x", "-x"]],
])("%j to %j", (before, after, expected) => {
  expect(words(before, after)).toEqual(expected);
});

it("shows very long texts without comparing every line", () => {
  const many = (word: string) => Array.from({ length: 2_000 }, (_, n) => `${word}${n}`).join("\n");
  const lines = lineDiff(many("a"), many("b"));
  expect([lines.length, lines[0]?.sign, lines.at(-1)?.sign]).toEqual([4_000, "-", "+"]);
});

it("reads a patch", () => {
  expect(
    patchLines("*** Begin Patch\n*** Update File: a\n+++ b/a\n@@\n stays\n-out\n+in\n*** End Patch")
      .map(({ sign }) => sign)
      .join(""),
  ).toBe("   -+");
  const two = "*** Begin Patch\n*** Add File: a\n+one\n*** Delete File: b\n*** End Patch";
  expect(patchLines(two).map(({ sign, text }) => `${sign}${text}`)).toEqual([
    " *** Add File: a",
    "+one",
    " *** Delete File: b",
  ]);
});

it.each([
  ["an edit", "a\nb\nc", "a\nB\nc"],
  ["a new file", "", "a\nb"],
  ["a file that is gone", "a\n\nb", ""],
])("highlights each line of %s by its side", (_title, before, after) => {
  const lines = lineDiff(before, after);
  const [old, fresh] = diffSides(lines);
  expect([old, fresh]).toEqual([before, after]);
  // What was is a comment, what is a keyword.
  const pieces = diffPieces(lines, Uint32Array.of(old.length + 1, 1, fresh.length, 2));
  expect(pieces.map((line) => line.map(({ kind, text }) => `${kind} ${text}`).join())).toEqual(
    lines.map(({ sign, text }) => (text === "" ? "" : `${sign === "-" ? "comment" : "keyword"} ${text}`)),
  );
});

it.each([
  ["one file", "*** Begin Patch\n*** Update File: src/a.ts\n@@\n-a\n+b", "src/a.ts"],
  ["files of one language", "*** Add File: a.ts\n+a\n*** Update File: b.ts\n+b", "a.ts"],
  ["files of several", "*** Add File: a.ts\n+a\n*** Add File: b.py\n+b", ""],
  ["none", "+a", ""],
])("finds the file of a patch of %s", (_title, patch, path) => {
  expect(patchedFile(patch)).toBe(path);
});
