import { expect, it } from "vitest";
import { fencedCode } from "./fences.ts";

const found = (lines: readonly string[]) => fencedCode(lines.join("\n"), 2);

it.each([
  ["a block", ["Text", "```ts", "const a = 1;", "", "b();", "```", "More"], ["ts: const a = 1;\n\nb();"]],
  ["its marks inside a longer fence", ["````md", "```ts", "```", "````"], ["md: ```ts\n```"]],
  ["an indented fence", ["  ~~~python title=x", "  a", "    b", "~~~"], ["python: a\n  b"]],
  ["two at most", ["```a", "1", "```", "```b", "2", "```", "```c", "3", "```"], ["a: 1", "b: 2"]],
  ["an empty block", ["```ts", "```"], ["ts: "]],
  ["no block that is still open", ["```ts", "a"], []],
  ["no block without a language", ["```", "a", "```"], []],
])("finds %s", (_name, lines, expected) => {
  expect(found(lines).map(({ fence, source }) => `${fence}: ${source}`)).toEqual(expected);
});
