import { describe, expect, it } from "vitest";
import { newestThatFit } from "./rules.ts";

describe("the newest that fit", () => {
  it.each([
    ["all of them", ["aa", "bb"], 4, ["aa", "bb"]],
    ["the last ones", ["aa", "bb", "cc"], 4, ["bb", "cc"]],
    ["the very newest, however long it is", ["aa", "bbbb"], 3, ["bbbb"]],
    ["none of none", [], 3, []],
  ])("are %s", (_title, texts, limit, expected) => {
    expect(newestThatFit(texts, limit)).toEqual(expected);
  });
});
