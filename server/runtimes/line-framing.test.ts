import { describe, expect, it } from "vitest";
import { lineFramer } from "./line-framing.ts";

function linesOf(chunks: readonly Buffer[], maxBytes?: number): string[] {
  const lines: string[] = [];
  const framer = lineFramer((line) => lines.push(line), maxBytes);
  for (const chunk of chunks) framer.push(chunk);
  framer.end();
  return lines;
}

describe("lineFramer", () => {
  const text = '{"a":"ä€😀"}\n{"b":"x\u2028y\u2029z"}\nlast';
  const whole = ['{"a":"ä€😀"}', '{"b":"x\u2028y\u2029z"}', "last"];

  it("returns the same lines however the bytes are split", () => {
    const bytes = Buffer.from(text);
    for (let size = 1; size <= bytes.length; size++) {
      const count = Math.ceil(bytes.length / size);
      const chunks = Array.from({ length: count }, (_, i) => bytes.subarray(i * size, (i + 1) * size));
      expect(linesOf(chunks)).toEqual(whole);
    }
  });

  it("skips blank lines", () => {
    expect(linesOf([Buffer.from("\n\r\na\n  \n")])).toEqual(["a"]);
  });

  it("replaces a line that is too long with a note and continues", () => {
    expect(linesOf([Buffer.from("abcdef"), Buffer.from("gh\nok\n")], 5)).toEqual([
      "[a line of 8 bytes was left out]",
      "ok",
    ]);
  });
});
