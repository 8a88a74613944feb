import { expect, it } from "vitest";
import { numberedCode } from "./read-text.ts";

it.each([
  ["with arrows", "     9→a\n    10→\n    11→  b", { first: 9, lines: ["a", "", "  b"], rest: "" }],
  ["with tabs", "1\tconst a = 1;\n2\t", { first: 1, lines: ["const a = 1;", ""], rest: "" }],
  ["and words after them", "1\ta\n\n<note>x</note>\n", { first: 1, lines: ["a"], rest: "<note>x</note>" }],
  ["as far as they follow each other", "1\ta\n3\tc", { first: 1, lines: ["a"], rest: "3\tc" }],
])("removes the line numbers of a file %s", (_title, text, expected) => {
  expect(numberedCode(text)).toEqual(expected);
});

it.each([["plain"], [""], ["x\n1\ta"]])("leaves %j unchanged", (text) => {
  expect(numberedCode(text)).toBeNull();
});
