import { parseDiff } from "react-diff-view";
import { describe, expect, it } from "vitest";
import { cutHunks, diffLines, linesBetween, mayMarkWords, unchangedBefore } from "./diff-lines.ts";

const diff = `diff --git a/a.txt b/a.txt
index 1111111..2222222 100644
--- a/a.txt
+++ b/a.txt
@@ -3,3 +3,3 @@
 three
-four
+FOUR
 five
@@ -20,2 +20,3 @@
 twenty
+more
 last
`;
const hunks = parseDiff(diff)[0]?.hunks ?? [];
const lines = diffLines(hunks);

it("numbers lines by the present file, and deleted lines by the former file", () => {
  expect(lines.map(({ side, line, text }) => `${side} ${line} ${text}`)).toEqual([
    "new 3  three",
    "old 4 -four",
    "new 4 +FOUR",
    "new 5  five",
    "new 20  twenty",
    "new 21 +more",
    "new 22  last",
  ]);
});

describe("linesBetween", () => {
  const keys = (from: number, to: number) =>
    linesBetween(lines, lines[from]?.key ?? "", lines[to]?.key ?? "").map(({ text }) => text);

  it("takes the lines between two lines in either order", () => {
    expect(keys(1, 3)).toEqual(["-four", "+FOUR", " five"]);
    expect(keys(3, 1)).toEqual(keys(1, 3));
  });

  it("does not reach across hidden lines", () => {
    expect(keys(0, 5)).toEqual(["+more"]);
  });

  it("is empty for an unknown line", () => {
    expect(linesBetween(lines, "N1", "N999")).toEqual([]);
  });
});

it("cuts within a hunk and counts the hidden lines", () => {
  const { hunks: shown, hidden } = cutHunks(hunks, 5);
  expect(shown.map(({ changes }) => changes.length)).toEqual([4, 1]);
  expect(hidden).toBe(2);
  expect(cutHunks(hunks, 4).hunks).toHaveLength(1);
});

it("counts the unchanged lines before and between hunks", () => {
  expect([0, 1, 2].map((position) => unchangedBefore(hunks, position))).toEqual([2, 14, 0]);
});

it("does not mark words in a diff that is too long", () => {
  expect(mayMarkWords(hunks)).toBe(true);
  const long = parseDiff(diff.replace("FOUR", "F".repeat(200_000)))[0]?.hunks ?? [];
  expect(mayMarkWords(long)).toBe(false);
});
