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

it("numbers a line by the file as it is, and a deleted one by the file as it was", () => {
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

  it("takes the lines between, whichever was named first", () => {
    expect(keys(1, 3)).toEqual(["-four", "+FOUR", " five"]);
    expect(keys(3, 1)).toEqual(keys(1, 3));
  });

  it("does not reach over lines that are not shown", () => {
    expect(keys(0, 5)).toEqual(["+more"]);
  });

  it("is empty where the line is unknown", () => {
    expect(linesBetween(lines, "N1", "N999")).toEqual([]);
  });
});

it("cuts within a hunk and counts what is left out", () => {
  const { hunks: shown, hidden } = cutHunks(hunks, 5);
  expect(shown.map(({ changes }) => changes.length)).toEqual([4, 1]);
  expect(hidden).toBe(2);
  expect(cutHunks(hunks, 4).hunks).toHaveLength(1);
});

it("counts the unchanged lines before and between hunks", () => {
  expect([0, 1, 2].map((position) => unchangedBefore(hunks, position))).toEqual([2, 14, 0]);
});

it("leaves the words alone in what is too long for it", () => {
  expect(mayMarkWords(hunks)).toBe(true);
  const long = parseDiff(diff.replace("FOUR", "F".repeat(200_000)))[0]?.hunks ?? [];
  expect(mayMarkWords(long)).toBe(false);
});
