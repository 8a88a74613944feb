import { expect, it } from "vitest";
import { saidIn } from "./said-rules.ts";

it.each([
  ["a sentence as it is", "Fixed the flaky test.", "Fixed the flaky test."],
  [
    "paragraphs and lists as one line",
    "I changed two things:\n\n- the *parser*\n- the **tests**",
    "I changed two things: the parser the tests",
  ],
  ["no heading above the words", "## Summary\n\nThe build passes.", "The build passes."],
  ["no bold line above the words", "**Result**\nThe build passes.", "The build passes."],
  ["a heading that is all there is", "# Done", "Done"],
  [
    "code in a sentence, and none in a block",
    "Run `npm test`:\n```sh\nrm -rf x\n```\nIt passes.",
    "Run `npm test`: It passes.",
  ],
  [
    "names with underscores whole",
    "Set MAX_OF_ALL and `a_b_c`, _really_.",
    "Set MAX_OF_ALL and `a_b_c`, really.",
  ],
  ["the label of a link", "See [the log](https://a.test/x).", "See the log."],
  ["no table, picture or comment", "| a | b |\n|---|---|\n![x](y.png)<!-- z -->\nGreen.", "Green."],
  ["nothing of a block that is never closed", "```\nall code", ""],
  ["nothing of nothing", "", ""],
])("takes %s", (_, markdown, expected) => {
  expect(saidIn(markdown)).toBe(expected);
});

it("shortens a long answer, and reads no more than its beginning", () => {
  const said = saidIn("word ".repeat(100));
  expect(said.length).toBeLessThanOrEqual(240);
  expect(said).toMatch(/word…$/);
  expect(saidIn(`${"\n".repeat(10_000)}late`)).toBe("");
});
