import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldCase } from "./fold-case.ts";

describe("foldCase", () => {
  it.each([
    ["Fix The PARSER", "fix the parser"],
    ["ÄÖÜ É Ñ Ø", "äöü é ñ ø"],
    ["ПРИВЕТ", "привет"],
    ["ΟΔΟΣ ΣΟΦΙΑ", "οδοσ σοφια"],
    ["ẞ", "ß"],
    ["Straße", "straße"],
    ["\u212A and \u0130 and Å", "\u212A and \u0130 and å"],
    ["漢字 🙂 \u{10400}", "漢字 🙂 \u{10428}"],
  ])("folds %s", (text, folded) => {
    expect(foldCase(text)).toBe(folded);
  });

  it("folds each piece of a text to that piece of the folded text", () => {
    const text = fc.string({ unit: "grapheme" });
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(foldCase(a + b)).toBe(foldCase(a) + foldCase(b));
        expect(foldCase(foldCase(a))).toBe(foldCase(a));
      }),
      { numRuns: 300 },
    );
  });
});
