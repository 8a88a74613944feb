import { describe, expect, it } from "vitest";
import { fingerprintOf, longestKey, readKey } from "./idempotency.ts";

describe("the header", () => {
  it.each([
    ["a quoted string", '"8e03978e-40d5"', "8e03978e-40d5"],
    ["a quoted string with spaces and escapes", String.raw`"a \"b\" \\c"`, 'a "b" \\c'],
    ["a value without quotes", "8e03978e-40d5", "8e03978e-40d5"],
    ["the longest value", "k".repeat(longestKey), "k".repeat(longestKey)],
  ])("is read as %s", (_title, header, key) => {
    expect(readKey(header)).toBe(key);
  });

  it.each([
    ["is empty", ""],
    ["is an empty string", '""'],
    ["has a quote that is not closed", '"abc'],
    ["is a list", '"a", "b"'],
    ["has a space and no quotes", "a b"],
    ["has other characters than ASCII", "clé"],
    ["is too long", "k".repeat(longestKey + 1)],
    ["is too long in quotes", `"${"k".repeat(longestKey + 1)}"`],
  ])("is malformed if it %s", (_title, header) => {
    expect(readKey(header)).toBeNull();
  });
});

describe("a fingerprint", () => {
  const base = { prompt: "Go", attachments: [{ data: new Uint8Array([1, 2]) }] };

  it("does not depend on the order of an object's keys", () => {
    expect(fingerprintOf({ attachments: base.attachments, prompt: "Go" })).toBe(fingerprintOf(base));
  });

  it.each([
    ["another value", { ...base, prompt: "Stop" }],
    ["another key", { text: "Go", attachments: base.attachments }],
    ["other bytes", { ...base, attachments: [{ data: new Uint8Array([1, 3]) }] }],
    ["a value less", { prompt: "Go" }],
    ["a value as text", { prompt: "Go", attachments: ["1,2"] }],
  ])("differs with %s", (_title, other) => {
    expect(fingerprintOf(other)).not.toBe(fingerprintOf(base));
  });

  it("tells values apart that look alike", () => {
    const values = [
      [["a"], "b"],
      [["a", "b"]],
      [1, "1"],
      ["1", 1],
      [null],
      ["null"],
      [undefined],
      [{}],
      [[]],
    ];
    expect(new Set(values.map(fingerprintOf)).size).toBe(values.length);
  });
});
