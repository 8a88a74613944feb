import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { parseQuery, queryReader } from "./query.ts";

const read = queryReader(
  z.object({
    status: z.array(z.string()).optional(),
    tags: z.array(z.string()).default([]),
    name: z.string().optional(),
  }),
);
const readRequired = queryReader(z.object({ path: z.string() }));

describe("a declared list", () => {
  it.each([
    ["repeats with empty brackets", "status[]=a&status[]=b"],
    ["repeats with numbered brackets", "status[0]=a&status[1]=b"],
    ["repeats without brackets", "status=a&status=b"],
    ["mixes the spellings", "status=a&status[]=b"],
    ["is one comma list", "status=a,b"],
    ["is a comma list in brackets", "status[]=a,b"],
    ["has its brackets escaped", "status%5B%5D=a&status%5B%5D=b"],
    ["has its comma escaped", "status=a%2Cb"],
    ["has empty items", "status=,a,,b,"],
  ])("is read when it %s", (_title, text) => {
    expect(read(parseQuery(text))).toEqual({ status: ["a", "b"] });
  });

  it.each([
    ["one value", "status=a", ["a"]],
    ["one value in brackets", "status[]=a", ["a"]],
    ["an empty value", "status=", []],
    ["numbers out of order, in the order they came", "status[1]=a&status[0]=b", ["a", "b"]],
    ["space as plus", "status=a+b", ["a b"]],
  ])("takes %s", (_title, text, expected) => {
    expect(read(parseQuery(text))).toEqual({ status: expected });
  });

  it("is recognized inside a default as well", () => {
    expect(read(parseQuery("tags=a,b"))).toEqual({ tags: ["a", "b"] });
  });
});

describe("anything else", () => {
  it.each([
    ["keeps its commas", "name=a,b", { name: "a,b" }],
    ["takes the last of several values", "name=a&name=b", { name: "b" }],
    ["takes the last of a list", "name[]=a&name[]=b", { name: "b" }],
    ["is missing if it is blank and may be", "name=+&name=", {}],
    ["keeps a malformed escape as it was sent", "name=%zz", { name: "%zz" }],
    ["is passed on where it is not declared", "other=1&deep[key]=2", { other: "1", "deep[key]": "2" }],
    ["is nothing for an empty query", "", {}],
  ])("%s", (_title, text, expected) => {
    expect(read(parseQuery(text))).toEqual(expected);
  });

  it("may be empty if it is required", () => {
    expect(readRequired(parseQuery("path="))).toEqual({ path: "" });
  });

  it("cannot reach a prototype", () => {
    const query = read(parseQuery("__proto__=x&__proto__[]=y&constructor=z"));
    expect(Object.getPrototypeOf(query)).toBe(Object.prototype);
    expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
  });
});

it("reads every list in all its spellings", () => {
  const item = fc
    .string({ minLength: 1, unit: "binary" })
    .filter((text) => !text.includes(",") && text.isWellFormed());
  const spelling = fc.constantFrom("status", "status[]", "status[7]");
  fc.assert(
    fc.property(fc.array(fc.tuple(spelling, item), { minLength: 1, maxLength: 20 }), (pairs) => {
      const text = new URLSearchParams(pairs).toString();
      expect(read(parseQuery(text))).toEqual({ status: pairs.map(([, value]) => value) });
    }),
  );
});

it("never throws, whatever the input", () => {
  fc.assert(fc.property(fc.string(), (text) => void read(parseQuery(text))));
});
