import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { foldCase } from "../../../db/fold-case.ts";
import { mayHold, runFilter, runHashes } from "./run-filter.ts";

const holds = (text: string, needle: string): boolean => mayHold(runFilter(text), runHashes(needle));

describe("the filter of a text", () => {
  it("matches every piece of its text", () => {
    const piece = fc.tuple(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), fc.string());
    fc.assert(fc.property(piece, ([before, needle, after]) => holds(before + needle + after, needle)));
  });

  it("matches every piece in any case, if both are case-folded", () => {
    // Letters whose small form is longer, shared, of another plane, or depends on what stands beside it.
    const unit = fc.constantFrom(
      ...'aAzZ09 \n{"',
      ..."İıßẞΣσςǅﬀÅé",
      "\u212a",
      "𐐀",
      "😀",
      "e\u0301",
      "I\u0307",
    );
    const part = fc.string({ unit, maxLength: 60 });
    const spelled = fc.constantFrom<(text: string) => string>(
      (text) => text,
      (text) => [...text].map((letter) => foldCase(letter)).join(""),
    );
    fc.assert(
      fc.property(part, part, part, spelled, (before, needle, after, spell) => {
        const folded = foldCase(before + needle + after);
        const sought = foldCase(spell(needle));
        expect(folded).toContain(sought);
        expect(holds(folded, sought)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it("does not match a phrase whose letters are apart", () => {
    const text = "the nation is eating, going to tea in the morning ".repeat(400);
    expect(holds(text, "going to tea")).toBe(true);
    expect(holds(text, "theationingtion")).toBe(false);
  });

  it("cannot rule out fewer than five letters", () => {
    expect(holds("some text of some length", "four")).toBe(true);
    expect(holds("", "")).toBe(true);
  });

  it("takes one thirty-sixth of the size of the text", () => {
    expect(runFilter("a".repeat(18_000))).toHaveLength(500);
  });
});
