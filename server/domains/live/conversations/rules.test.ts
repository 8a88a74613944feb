import { describe, expect, it } from "vitest";
import { missingOf, placeOf, spendingVerdict, titleFrom } from "./rules.ts";

describe("missingOf", () => {
  it("is the key, and nothing else", () => {
    expect(missingOf({ keyConfigured: true })).toEqual([]);
    expect(missingOf({ keyConfigured: false })).toEqual(["no_key"]);
  });
});

describe("placeOf", () => {
  it.each([
    ["goes where it was said", { call: 1, item: 4 }, { callNumber: 1, last: 1_000_009 }, 1_000_004],
    [
      "stays in its call when a new one began",
      { call: 1, item: 4 },
      { callNumber: 2, last: 2_000_001 },
      1_000_004,
    ],
    ["goes to the end without a place", {}, { callNumber: 1, last: 1_000_009 }, 1_000_010],
    ["begins a call at its start", {}, { callNumber: 2, last: 1_000_009 }, 2_000_000],
    ["begins the conversation at zero", {}, { callNumber: 0, last: null }, 0],
    [
      "goes to the end if the call is not known",
      { call: 9, item: 4 },
      { callNumber: 1, last: null },
      1_000_000,
    ],
  ])("%s", (_title, asked, of, expected) => {
    expect(placeOf(asked, of)).toBe(expected);
  });
});

describe("spendingVerdict", () => {
  const limits = { conversation: 10, day: 20 };
  it.each([
    ["is within just below the limit", { conversation: 9, today: 19 }, "within"],
    ["stops a conversation at its limit", { conversation: 10, today: 10 }, "conversation_limit"],
    ["stops all at the limit of the day", { conversation: 0, today: 20 }, "day_limit"],
  ])("%s", (_title, spent, expected) => {
    expect(spendingVerdict(spent, limits)).toBe(expected);
  });
});

describe("titleFrom", () => {
  it("takes the first words in one line and cuts a long one", () => {
    expect(titleFrom("  what\n needs me? ")).toBe("what needs me?");
    expect(titleFrom("x".repeat(200))).toHaveLength(60);
  });
});
