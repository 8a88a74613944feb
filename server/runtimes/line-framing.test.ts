import { createHash } from "node:crypto";
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

  it("replaces a line that is too long by a marker and reads on", () => {
    const [marker = "", ...rest] = linesOf([Buffer.from("abcdef"), Buffer.from("gh\nok\n")], 5);
    expect(JSON.parse(marker)).toEqual({
      type: "signalbox_oversized",
      bytes: 8,
      sha256: createHash("sha256").update("abcdefgh").digest("hex"),
      text: "abcdefgh",
    });
    expect(rest).toEqual(["ok"]);
  });

  it("cuts the long texts of a line of megabytes, and keeps all else of it", () => {
    const picture = "x".repeat(3_000_000);
    const line = { id: 4, result: { thread: "t", pictures: [picture, picture], last: "words" } };
    const [found = ""] = linesOf([Buffer.from(`${JSON.stringify(line)}\n`)]);
    expect(found.length).toBeLessThan(150_000);
    const [one, two] = [expect.stringMatching(/^x{1000,}$/), expect.stringMatching(/^x{1000,}$/)];
    expect(JSON.parse(found)).toEqual({ ...line, result: { ...line.result, pictures: [one, two] } });
  });

  it("replaces a line of more values than can be parsed at once by a marker", () => {
    const [found = ""] = linesOf([Buffer.from(`[${"{},".repeat(1_000_000)}0]\n`)]);
    expect(JSON.parse(found)).toMatchObject({ type: "signalbox_oversized", bytes: 3_000_003 });
  });

  it("holds no more than its limit of a line of 300 MB", () => {
    const chunk = Buffer.alloc(1024 * 1024, "x");
    const lines: string[] = [];
    const framer = lineFramer((line) => lines.push(line));
    const before = process.memoryUsage().rss;
    let most = 0;
    for (let count = 0; count < 300; count++) {
      framer.push(Buffer.from(chunk));
      most = Math.max(most, process.memoryUsage().rss - before);
    }
    framer.push(Buffer.from("\nnext\n"));
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({ bytes: 300 * chunk.length });
    expect(lines[1]).toBe("next");
    expect(most).toBeLessThan(200 * 1024 * 1024);
  });
});
