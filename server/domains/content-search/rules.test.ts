import { describe, expect, it } from "vitest";
import { canStandInJson, matchExpression } from "./rules.ts";

describe("matchExpression", () => {
  it.each<[string, string[], string | null]>([
    ["every trigram once", ["abcabc"], '("abc" AND "bca" AND "cab")'],
    ["either of two needles", ["abc", "xyz"], '("abc") OR ("xyz")'],
    ["quotes as letters", ['a"b'], '("a""b")'],
    ["letters beyond the basic plane as one", ["🙂ab"], '("🙂ab")'],
    ["no index for two letters", ["ab"], null],
    ["no index for two letters of four units", ["🙂🙂"], null],
    ["no index where one needle is too short for it", ["abc", "ab"], null],
  ])("asks for %s", (_title, needles, expected) => {
    expect(matchExpression(needles, () => 0)).toBe(expected);
  });

  const long = Array.from({ length: 250 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join("");
  const asked = (needle: string, rarity: (term: string) => number): string[] =>
    matchExpression([needle], rarity)?.match(/"[^"]+"/g) ?? [];

  it("asks for the rarest of a long needle", () => {
    const rare = new Set(['"fgh"', '"mno"']);
    const terms = asked("abcdefghijklmnopq", (term) => (rare.has(term) ? Number.MAX_SAFE_INTEGER : -7));
    expect(terms).toHaveLength(12);
    expect(new Set(terms.slice(0, 2))).toEqual(rare);
  });

  it("judges 32 terms at most, from all over the needle", () => {
    const judged: string[] = [];
    asked(long, (term) => judged.push(term));
    expect(judged.length).toBeGreaterThan(16);
    expect(judged.length).toBeLessThanOrEqual(32);
    expect(long.indexOf(judged.at(-1)?.slice(1, -1) ?? "")).toBeGreaterThan(200);
  });
});

describe("canStandInJson (R44)", () => {
  it.each([
    ["plain words", true],
    ['a "quote"', true],
    ["é🙂\u007f", true],
    ["two\nlines", false],
    ["a\ttab", false],
    ["a\0nought", false],
  ])("judges %j", (needle, expected) => {
    expect(canStandInJson(needle)).toBe(expected);
  });
});
