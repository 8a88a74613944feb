import { describe, expect, it } from "vitest";
import { parseBody } from "./json-body.ts";

const parse = (text: string | Buffer, base64: string[][] = []) =>
  parseBody({ pieces: [Buffer.from(text)], base64 });

describe("parseBody", () => {
  it("reads text that is cut anywhere, even within a character", () => {
    const text = Buffer.from('{"a":"é😀"}');
    for (let at = 0; at <= text.length; at++) {
      const pieces = [text.subarray(0, at), text.subarray(at)];
      expect(parseBody({ pieces, base64: [] })).toMatchObject({ kind: "parsed", body: { a: "é😀" } });
    }
  });

  it.each(['"text"', "7", "null", "{", "{]", " ", '{"a":1}}', "\u0000"])("refuses %j", (text) => {
    expect(parse(text)).toEqual({ kind: "refused", sentence: "The body is not valid JSON" });
  });

  it.each([
    ["a list of a million lists", `[${"[],".repeat(1_000_000)}[]]`, /more than 200,000 values/],
    ["a million keys of one name", `{${'"a":1,'.repeat(1_000_000)}"a":1}`, /more than 200,000 values/],
    ["lists in lists without an end", "[".repeat(1_000_000), /deeper than 200 levels/],
    ["objects in objects", `${'{"a":'.repeat(201)}1${"}".repeat(201)}`, /deeper than 200 levels/],
  ])("refuses %s before it uses memory or stack", (_title, text, sentence) => {
    expect(parse(text)).toMatchObject({ kind: "refused", sentence: expect.stringMatching(sentence) });
  });

  it("counts nothing inside a string", () => {
    const a = `${"[{,".repeat(300_000)}\\" \\\\\\" , [`;
    expect(parse(JSON.stringify({ a, b: "\\" }))).toMatchObject({ kind: "parsed", body: { a, b: "\\" } });
  });

  it("accepts the deepest nesting allowed, and keeps the last of two keys", () => {
    expect(parse(`${"[".repeat(200)}${"]".repeat(200)}`).kind).toBe("parsed");
    expect(parse('{"a":1,"a":2}')).toMatchObject({ body: { a: 2 } });
  });

  it("decodes base64 only where it is declared", () => {
    const data = Buffer.from("some words").toString("base64");
    const body = JSON.stringify({ data, files: [{ data }, { data: "%" }, { data: 7 }, null, "x"] });
    const parsed = parse(body, [["files", "*", "data"]]);
    const bytes = new Uint8Array(Buffer.from("some words"));
    if (parsed.kind !== "parsed") expect.unreachable();
    expect(parsed.decoded.map((one) => Buffer.from(one).toString())).toEqual(["some words"]);
    const files = [{ data: bytes }, { data: null }, { data: 7 }, null, "x"];
    expect(structuredClone(parsed.body)).toEqual({ data, files });
  });
});

describe("base64", () => {
  /** The result for `text` where base64 is declared. */
  function decoded(text: string): unknown {
    const parsed = parse(JSON.stringify({ data: text }), [["data"]]);
    return parsed.kind === "parsed" ? (parsed.body as { data: unknown }).data : parsed;
  }

  it.each([
    ["c29t\nZSB3b3Jk\ncw==\n", "some words"],
    ["YQ", "a"],
    ["", ""],
    [" \n", ""],
  ])("decodes %j", (text, words) => {
    expect(decoded(text)).toEqual(Buffer.from(words));
  });

  it.each(["%%%", "a-_b", "YQ===", "Y=Q", `${" ".repeat(1_000_000)}!`])(
    "refuses text that is none",
    (text) => {
      expect(decoded(text)).toBeNull();
    },
  );
});
