import { expect, it } from "vitest";
import { piecesOf } from "./spans.ts";
import { codeSpans } from "./tokens.ts";

it("finds the tokens with any line ending and covers the whole text", async () => {
  const text = '// Say hi\r\nconst word: string = "hi";\nreturn 7;\n';
  const pieces = piecesOf(text, await codeSpans([text], "typescript"));
  expect(pieces.map((piece) => piece.text).join("")).toBe(text);
  expect(pieces.filter(({ kind }) => kind !== "plain")).toEqual([
    { kind: "comment", text: "// Say hi" },
    { kind: "keyword", text: "const" },
    { kind: "constant", text: "word" },
    { kind: "type", text: "string" },
    { kind: "string", text: '"hi"' },
    { kind: "keyword", text: "return" },
    { kind: "constant", text: "7" },
  ]);
});

it("tokenizes each part independently, so that an open comment does not continue in the next", async () => {
  const parts = ["/* open\n", "const a = 1;"];
  const pieces = piecesOf(parts.join("\n"), await codeSpans(parts, "javascript"));
  expect(pieces.find(({ text }) => text === "const")).toEqual({ kind: "keyword", text: "const" });
});
