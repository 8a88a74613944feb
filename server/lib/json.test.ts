import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, parseObject } from "./json.ts";

describe("canonicalJson (R43)", () => {
  it.each([
    ["puts a space after each colon and comma", { a: 1, b: [1, 2] }, '{"a": 1, "b": [1, 2]}'],
    ["puts shorter keys first", { ccc: 1, b: 2, aa: 3 }, '{"b": 2, "aa": 3, "ccc": 1}'],
    ["orders keys of one length bytewise", { b: 1, a: 2, B: 3 }, '{"B": 3, "a": 2, "b": 1}'],
    ["counts a key's length in bytes", { ä: 1, z: 2, zz: 3 }, '{"z": 2, "zz": 3, "ä": 1}'],
    [
      "orders inner objects too",
      { o: { bb: 1, a: { d: 1, c: 2 } } },
      '{"o": {"a": {"c": 2, "d": 1}, "bb": 1}}',
    ],
    ["keeps the order of a list", [3, 1, 2], "[3, 1, 2]"],
    ["writes empty ones tightly", { a: {}, b: [] }, '{"a": {}, "b": []}'],
    ["leaves out what is undefined", { a: undefined, b: 1 }, '{"b": 1}'],
    ["writes undefined in a list as null", [undefined], "[null]"],
    ["writes what is no number as null", { a: Number.NaN }, '{"a": null}'],
    ["escapes as JSON does", { 'a"': 'b\n"ü' }, '{"a\\"": "b\\n\\"ü"}'],
    ["leaves colons and commas in texts alone", { a: 'x":1,"y' }, '{"a": "x\\":1,\\"y"}'],
    ["takes bare values", "a", '"a"'],
    ["takes null", null, "null"],
  ])("%s", (_title, value, expected) => {
    expect(canonicalJson(value)).toBe(expected);
  });

  it("is equal for equal values, whatever the order of their keys", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        const parsed: unknown = JSON.parse(text);
        expect(parsed).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(reversed(parsed))).toBe(text);
      }),
    );
  });
});

/** The same value with the keys of each object in reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, reversed(item)]),
  );
}

describe("parseObject", () => {
  it.each([
    ["an empty one", "{}", {}],
    ["one with keys", '{"a": [1]}', { a: [1] }],
  ])("reads %s", (_title, text, expected) => {
    expect(parseObject(text)).toEqual(expected);
  });

  it.each(["[]", "null", "1", '"a"', "{", ""])(
    "throws for %s, which only a damaged file contains",
    (text) => {
      expect(() => parseObject(text)).toThrow();
    },
  );
});
