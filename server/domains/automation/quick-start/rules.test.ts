import { describe, expect, it } from "vitest";
import { readView } from "./rules.ts";

const pin = (given: unknown) => readView({ pin: given }).pin;

describe("what a page sends", () => {
  it("is cut to our limits (R104)", () => {
    const view = readView({
      page_url: "u".repeat(3_000),
      page_title: "t".repeat(400),
      page_context: "c".repeat(60_000),
      pin: {
        selector: "s".repeat(600),
        tag: "g".repeat(40),
        text: "x".repeat(2_000),
        excerpt: "e".repeat(5_000),
      },
    });
    expect([view.url, view.title, view.text].map((text) => text?.length)).toEqual([2_048, 300, 50_000]);
    expect(Object.values(view.pin ?? {}).map((text) => String(text).length)).toEqual([500, 32, 1_000, 4_000]);
  });

  it("is never cut within a character", () => {
    expect(readView({ page_title: `${"t".repeat(299)}😀` }).title?.isWellFormed()).toBe(true);
  });

  it.each([
    [[1, 2], null],
    ["#main", null],
    [null, null],
    [{}, null],
    [{ x: 1.5, y: "2", colour: "red", selector: 7, text: " " }, null],
    [
      { x: 10, y: 20, colour: "red", selector: "#main" },
      { x: 10, y: 20, selector: "#main" },
    ],
    [JSON.parse('{"__proto__": {"tag": "a"}, "tag": "b"}'), { tag: "b" }],
  ])("keeps only the known fields of the pin %j", (given, expected) => {
    expect(pin(given)).toEqual(expected);
  });
});
