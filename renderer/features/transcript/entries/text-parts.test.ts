import { expect, it } from "vitest";
import { codeParts, headOf, textParts, withoutAnsi } from "./text-parts.ts";

it("finds the places of removed secrets", () => {
  const parts = textParts(
    "a [REDACTED:shape:GITHUB_TOKEN:40] b [REDACTED:known:ENV/API_KEY:43][REDACTED:odd]",
  );
  expect(parts.map((part) => (typeof part === "string" ? part : `<${part.name}>`))).toEqual([
    "a ",
    "<GITHUB_TOKEN>",
    " b ",
    "<API_KEY>",
    "<odd>",
  ]);
  expect(parts[1]).toMatchObject({ title: expect.stringMatching(/^40 characters removed/) });
  expect(textParts("plain [REDACTED: no")).toEqual(["plain [REDACTED: no"]);
});

it("keeps a marker whole across colors", () => {
  const parts = codeParts([
    { kind: "keyword", text: "key = [RED" },
    { kind: "string", text: "ACTED:shape:GITHUB_TOKEN:40" },
    { kind: "plain", text: "]; " },
    { kind: "comment", text: "// x" },
  ]);
  expect(parts).toMatchObject([
    { kind: "keyword", text: "key = " },
    { name: "GITHUB_TOKEN" },
    { kind: "plain", text: "; " },
    { kind: "comment", text: "// x" },
  ]);
});

it("removes terminal escape codes", () => {
  expect(withoutAnsi("\u001b[32m✓\u001b[39m ok\u001b[K \u001b]8;;http://x\u0007link\u001b]8;;\u0007")).toBe(
    "✓ ok link",
  );
});

it("hides the lines after the first ones", () => {
  expect(headOf("a\nb\nc\n\n", 2)).toEqual({ head: "a\nb", hidden: 1 });
  expect(headOf("a", 2)).toEqual({ head: "a", hidden: 0 });
});
