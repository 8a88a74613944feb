import { describe, expect, it } from "vitest";
import { readDescription } from "./description-rules.ts";

const none = { verification: false, verified: 0, unchecked: 0 };

describe("a description", () => {
  it.each<[string, string, Partial<typeof none>]>([
    ["is empty", "", {}],
    ["has a section with boxes", "## Verification\n- [x] a\n- [X] b\n", { verification: true, verified: 2 }],
    ["has the heading on any level", "#### Verification steps\n* [x] a", { verification: true, verified: 1 }],
    ["has the heading underlined", "Verification\n---\n1. [x] a", { verification: true, verified: 1 }],
    ["has the heading dressed", "## ✅ **Verification**", { verification: true }],
    ["has the heading in another case", "# VERIFICATION", { verification: true }],
    ["has the word in the middle of a heading", "## Before verification", {}],
    ["has the word in the text", "Verification: done", {}],
    ["has no space after the marks", "##Verification", {}],
    [
      "has a box outside the section",
      "- [x] a\n## Verification\n- [x] b",
      { verification: true, verified: 1 },
    ],
    ["has a box in the next section", "## Verification\n## More\n- [x] b", { verification: true }],
    ["has a box in a higher section", "## Verification\n# More\n- [x] b", { verification: true }],
    [
      "has a box in a part of the section",
      "## Verification\n### UI\n- [x] b",
      { verification: true, verified: 1 },
    ],
    [
      "has an unchecked box anywhere",
      "- [ ] a\n## Verification\n- [ ] b",
      { verification: true, unchecked: 2 },
    ],
    [
      "has boxes below boxes",
      "## Verification\n- [x] a\n  - [ ] b",
      { verification: true, verified: 1, unchecked: 1 },
    ],
    ["has a link that looks like a box", "## Verification\n- [x](y)\n- [ ](z)", { verification: true }],
    [
      "has two sections",
      "## Verification\n- [x] a\n## B\n## Verification 2\n- [x] b",
      { verification: true, verified: 2 },
    ],
    ["has all of it as code", "```\n## Verification\n- [ ] a\n```", {}],
    ["has all of it in code of another mark", "~~~md\n## Verification\n```\n- [ ] a\n~~~", {}],
    ["has code that never ends", "````\n```\n## Verification", {}],
    ["has a comment", "<!-- ## Verification\n- [ ] a -->\n- [ ] b", { unchecked: 1 }],
    ["has a comment that never ends", "<!-- \n## Verification", {}],
    ["shows a comment's mark as code", "```\n<!--\n```\n## Verification", { verification: true }],
    ["hides a fence in a comment", "<!--\n```\n-->\n## Verification", { verification: true }],
    ["ends its lines as Windows does", "## Verification\r\n- [x] a\r\n", { verification: true, verified: 1 }],
  ])("%s", (_title, text, expected) => {
    expect(readDescription(text)).toEqual({ ...none, ...expected });
  });
});
