import { describe, expect, it } from "vitest";
import { askFor, canBeInJson } from "./rules.ts";

describe("askFor", () => {
  it.each<[string, string[], string | null]>([
    ["every trigram once", ["abcabc"], '("abc" AND "bca" AND "cab")'],
    ["either of two needles", ["abc", "xyz"], '("abc") OR ("xyz")'],
    ["quotes as letters", ['a"b'], '("a""b")'],
    ["letters beyond the basic plane as one", ["🙂ab"], '("🙂ab")'],
    ["any term that begins with two letters", ["ab"], '("aba" OR "ab""")'],
    ["two letters of four units as two", ["🙂🙂"], '("🙂🙂!")'],
    ["no index where too many terms begin with the letter", ["a"], null],
    ["no index where one needle is too short for it", ["abc", "a"], null],
    ["what no text holds where nothing begins with them", ["yz"], '("\u0001\u0001\u0001")'],
  ])("asks for %s", (_title, needles, expected) => {
    const beginnings = new Map([
      ["ab", ["aba", 'ab"']],
      ["🙂🙂", ["🙂🙂!"]],
      ["yz", []],
    ]);
    const startingWith = (letters: string) => beginnings.get(letters) ?? null;
    expect(askFor(needles, { share: () => 0.5, startingWith })?.expression ?? null).toBe(expected);
  });

  it("returns the share of the texts to expect", () => {
    const terms = { share: () => 0.5, startingWith: () => [] };
    expect(askFor(["abcd"], terms)?.share).toBe(0.25);
    expect(askFor(["abcd", "abc", "ab"], terms)?.share).toBe(0.75);
  });

  const long = Array.from({ length: 250 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join("");
  const asked = (needle: string, share: (term: string) => number): string[] =>
    askFor([needle], { share, startingWith: () => null })?.expression.match(/"[^"]+"/g) ?? [];

  it("asks for twelve terms at most, the rarest first", () => {
    const rare = ['"fgh"', '"mno"'];
    const terms = asked("abcdefghijklmnopq", (term) => (rare.includes(term) ? 0.2 : 0.7));
    expect(terms).toHaveLength(12);
    expect(terms.slice(0, 2)).toEqual(rare);
  });

  it("asks for no more terms once hardly a text is left", () => {
    expect(asked("abcdefghijk", (term) => (term === '"def"' ? 0.005 : 0.1))).toEqual([
      '"def"',
      '"abc"',
      '"bcd"',
    ]);
  });

  it("leaves out terms that nearly every text contains, but asks for at least one", () => {
    expect(asked("the xyz", (term) => (term.includes("x") ? 0.1 : 0.95))).toEqual([
      '"e x"',
      '" xy"',
      '"xyz"',
    ]);
    expect(asked("then", () => 1)).toEqual(['"the"']);
  });

  it("rates at most 32 terms, spread over the needle, and no more than it needs", () => {
    const rated: string[] = [];
    const rate = (share: number) => (term: string) => (rated.push(term), share);
    asked(long, rate(0.9));
    expect(rated.length).toBeGreaterThan(16);
    expect(rated.length).toBeLessThanOrEqual(32);
    expect(long.indexOf(rated.at(-1)?.slice(1, -1) ?? "")).toBeGreaterThan(200);
    rated.length = 0;
    asked(long, rate(0.001));
    expect(rated).toHaveLength(3);
  });
});

describe("canBeInJson (R44)", () => {
  it.each([
    ["plain words", true],
    ['a "quote"', true],
    ["é🙂\u007f", true],
    ["two\nlines", false],
    ["a\ttab", false],
    ["a\0nought", false],
  ])("checks %j", (needle, expected) => {
    expect(canBeInJson(needle)).toBe(expected);
  });
});
