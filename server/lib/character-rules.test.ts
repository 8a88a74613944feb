import fc from "fast-check";
import { expect, it } from "vitest";
import { cutCharacters, hasMoreCharacters, shortened } from "./character-rules.ts";

it.each([
  ["abc", 3, "abc", false],
  ["abcd", 3, "abc", true],
  ["😀😀😀", 3, "😀😀😀", false],
  ["a😀😀😀", 3, "a😀😀", true],
  ["😀", 0, "", true],
  ["", 0, "", false],
])("of %j at most %i characters are %j", (text, most, cut, more) => {
  expect([cutCharacters(text, most), hasMoreCharacters(text, most)]).toEqual([cut, more]);
});

it.each([
  ["abcd", 4, "abcd"],
  ["abcde", 4, "abc…"],
  ["ab cde", 4, "ab…"],
  ["😀😀😀", 2, "😀…"],
])("shortens %j to %i characters as %j", (text, most, expected) => {
  expect(shortened(text, most)).toBe(expected);
});

it("counts as a string counts its own characters", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.nat(20), (text, most) => {
      expect(cutCharacters(text, most)).toBe([...text].slice(0, most).join(""));
      expect(hasMoreCharacters(text, most)).toBe([...text].length > most);
    }),
  );
});
