import { expect, it } from "vitest";
import { canHighlight, linesOfPieces, piecesOf, spanWriter } from "./spans.ts";

it("merges adjacent spans of the same kind, and leaves text beyond the spans plain", () => {
  const writer = spanWriter();
  for (const [length, kind] of [
    [1, 1],
    [2, 1],
    [0, 2],
    [1, 0],
  ])
    writer.add(length ?? 0, kind ?? 0);
  expect([...writer.spans()]).toEqual([3, 1, 1, 0]);
  expect(piecesOf("abcdef", writer.spans())).toEqual([
    { kind: "comment", text: "abc" },
    { kind: "plain", text: "d" },
    { kind: "plain", text: "ef" },
  ]);
});

it("splits pieces into lines", () => {
  expect(linesOfPieces(piecesOf("ab\n\ncd", Uint32Array.of(4, 1, 1, 2)))).toEqual([
    [{ kind: "comment", text: "ab" }],
    [],
    [
      { kind: "keyword", text: "c" },
      { kind: "plain", text: "d" },
    ],
  ]);
});

it.each([
  ["nothing", [""], false],
  ["a screenful", ["const a = 1;\n".repeat(40)], true],
  ["too many characters", ["a".repeat(60_001)], false],
  ["too many lines", ["a\n".repeat(2_000)], false],
  ["too many lines together", ["a\n".repeat(900), "a\n".repeat(900)], false],
])("colours no more than is drawn without a wait: %s", (_title, parts, expected) => {
  expect(canHighlight(parts)).toBe(expected);
});
