import { describe, expect, it } from "vitest";
import { newestThatFit } from "./rules.ts";

describe("newestThatFit", () => {
  it.each([
    ["all if they fit", ["aa", "bb"], 4, ["aa", "bb"]],
    ["the last ones that fit", ["aa", "bb", "cc"], 4, ["bb", "cc"]],
    ["the newest one, however long it is", ["aa", "bbbb"], 3, ["bbbb"]],
    ["nothing for an empty list", [], 3, []],
  ])("returns %s", (_title, texts, limit, expected) => {
    expect(newestThatFit(texts, limit)).toEqual(expected);
  });
});
