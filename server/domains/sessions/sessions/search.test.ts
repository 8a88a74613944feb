import { describe, expect, it } from "vitest";
import { readNeedles } from "./search.ts";

describe("readNeedles (R42, R43)", () => {
  it.each([
    ["plain words, as they are", "fix the bug", ["fix the bug"]],
    ["space around, as part of the phrase", " a ", [" a "]],
    ["a tight key in both spellings", '"a":1', ['"a":1', '"a": 1']],
    ["a spaced key in both spellings", '"a": 1', ['"a": 1', '"a":1']],
    ["several keys alike", '"a":1,"b":{"c":2', ['"a":1,"b":{"c":2', '"a": 1,"b": {"c": 2']],
    ["a key at the end of the text", '"a":', ['"a":']],
    ["no colon without a key", "a:b", ["a:b"]],
    ["wildcards, as letters", "100%_", ["100%_"]],
  ])("takes %s", (_title, query, needles) => {
    expect(readNeedles(query)).toEqual({ query, needles });
  });

  it("handles keys in mixed spellings", () => {
    expect(readNeedles('"a":1, "b": 2').needles).toEqual(['"a":1, "b": 2', '"a": 1, "b": 2', '"a":1, "b":2']);
  });

  it("accepts up to 1,000 characters", () => {
    expect(readNeedles("x".repeat(1_000)).needles).toHaveLength(1);
    expect(() => readNeedles("x".repeat(1_001))).toThrow(
      expect.objectContaining({ status: 400, label: "Query too long" }),
    );
  });

  it.each([undefined, ""])("refuses %j as missing", (query) => {
    expect(() => readNeedles(query)).toThrow(
      expect.objectContaining({ status: 400, label: "Missing parameter" }),
    );
  });
});
