import { describe, expect, it } from "vitest";
import { lineShortener } from "./shortened-line.ts";

const limits = { text: 20, texts: 200, late: 8, values: 50, structure: 2_000 };

/** The line as it comes in pieces of this size. */
function shortened(line: string, size: number, of = limits): string | null {
  const shortener = lineShortener(of);
  const bytes = Buffer.from(line);
  for (let at = 0; at < bytes.length; at += size) shortener.add(bytes.subarray(at, at + size));
  return shortener.text();
}

const sizes = [1, 2, 3, 7, 16, 1_000_000];

describe.each(sizes)("in pieces of %i bytes", (size) => {
  it.each([
    { a: "short", b: [1, "two", { c: null, "a key": true }], d: "" },
    { a: 'quotes " and \\ and \\" in "texts"', b: "\u0001\ud83d\ude00" },
  ])("keeps a line with short texts as it is", (value) => {
    const line = JSON.stringify(value);
    expect(shortened(line, size, { ...limits, text: 200 })).toBe(line);
  });

  it.each([
    ["plain", "x".repeat(5_000)],
    ["of backslashes", "\\".repeat(5_000)],
    ["of quotes", '"'.repeat(5_000)],
    ["of control characters", "\u0001".repeat(5_000)],
    ["of pictograms", "\ud83d\ude00".repeat(5_000)],
    ["of escapes that do not meet the limit", `a${"\u0001\\".repeat(5_000)}`],
  ])("cuts a long text: %s", (_title, text) => {
    const short = shortened(JSON.stringify({ id: 7, text, after: { usage: { output: 5 } } }), size);
    expect(short?.length).toBeLessThan(130);
    const value = JSON.parse(short ?? "") as { text: string };
    expect(value).toEqual({ id: 7, text: expect.any(String), after: { usage: { output: 5 } } });
    expect(text.startsWith(value.text.replaceAll("\ufffd", ""))).toBe(true);
  });

  it("cuts what comes after many texts shorter", () => {
    const value = Array.from({ length: 40 }, () => "x".repeat(1_000));
    const short = JSON.parse(shortened(JSON.stringify(value), size) ?? "") as string[];
    for (const text of short) expect(text.length).toBeLessThanOrEqual(28);
    for (const text of short.slice(10)) expect(text.length).toBeLessThanOrEqual(16);
  });

  it("keeps no line of too many values, nor one that is mostly space or a number", () => {
    expect(shortened(`[${"{},".repeat(60)}0]`, size)).toBeNull();
    expect(shortened(`[${" ".repeat(3_000)}0]`, size)).toBeNull();
    expect(shortened(`[${"1".repeat(3_000)}]`, size)).toBeNull();
  });
});
