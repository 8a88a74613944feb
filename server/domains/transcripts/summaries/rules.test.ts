import { describe, expect, it } from "vitest";
import { decideSummary, isIdle, newestWithin, readInferredTitle, readSummary } from "./rules.ts";

const minute = 60_000;
const ready = { state: "ready", summary: "Done.", requestedAt: 0, generatedLineCount: 5 } as const;
const pending = { ...ready, state: "pending", requestedAt: 0 } as const;

describe("decideSummary", () => {
  it.each([
    ["reports that a session has no transcript", undefined, 0, 0, "no_transcript"],
    ["writes the first one", undefined, 1, 0, "write"],
    ["keeps a summary while there are no new lines", ready, 5, 0, "current"],
    ["writes again after new lines", ready, 6, 0, "write"],
    ["does not begin twice", pending, 9, 15 * minute - 1, "being_written"],
    ["begins again once an attempt is given up, at 15 minutes", pending, 9, 15 * minute, "write"],
    [
      "tries again after a failure, even without new lines",
      { ...ready, state: "failed", summary: null },
      5,
      0,
      "write",
    ],
  ] as const)("%s", (_title, attempts, lineCount, now, verdict) => {
    expect(decideSummary({ attempts, lineCount, now })).toBe(verdict);
  });
});

describe("isIdle", () => {
  it.each([
    ["needs_input", null, true],
    ["failed", null, true],
    ["waiting", 1, true],
    ["waiting", null, false],
    ["running", null, false],
    ["archived", null, false],
  ])("of %s, asleep since %s, is %s", (status, deliberateSleepAt, expected) => {
    expect(isIdle({ status, deliberateSleepAt })).toBe(expected);
  });
});

describe("readSummary", () => {
  it.each([
    [
      "accepts plain sentences",
      " The tests pass. It waits for a review. ",
      "The tests pass. It waits for a review.",
    ],
    ["reads what is inside a fence", "```text\nThe tests pass.\n```", "The tests pass."],
    ["rejects a blank answer", " \n ", null],
    ["rejects a message about a limit", "You've hit your session limit · resets 5pm", null],
    ["rejects a request to sign in", "Not logged in. Please run /login", null],
    [
      "accepts a longer text that mentions a sign-in",
      `The login page is done.\n${"It has tests. ".repeat(20)}`.trim(),
      `The login page is done.\n${"It has tests. ".repeat(20)}`.trim(),
    ],
  ])("%s", (_title, answer, expected) => {
    expect(readSummary(answer)).toBe(expected);
  });

  it("cuts at the end of a sentence, within 1,200 characters", () => {
    const text = readSummary("A sentence of forty characters, or nearly. ".repeat(40)) ?? "";
    expect(text.length).toBeLessThanOrEqual(1_200);
    expect(text.endsWith("or nearly.")).toBe(true);
    expect(readSummary("x".repeat(2_000))).toHaveLength(1_200);
  });
});

describe("readInferredTitle", () => {
  it.each([
    ["accepts up to six words", "Greeting for visitors by their name", "Greeting for visitors by their name"],
    ["removes quotation marks and a period", '"Fix the flaky login test."', "Fix the flaky login test"],
    ["removes a heading", "# Title: Fix flaky test", "Fix flaky test"],
    ["removes a label", "Title: Fix flaky test", "Fix flaky test"],
    ["keeps the word if it is part of the title", "Title bar colors", "Title bar colors"],
    ["rejects seven words", "one two three four five six seven", null],
    ["rejects two lines", "A title\nAnother", null],
    ["rejects a message about a limit", "Usage limit reached", null],
    ["accepts work on a limit", "Rate limit for the login", "Rate limit for the login"],
    ["rejects a blank answer", "``", null],
  ])("%s", (_title, answer, expected) => {
    expect(readInferredTitle(answer)).toBe(expected);
  });
});

describe("newestWithin", () => {
  it.each([
    ["all if they fit", ["ab", "cd"], 6, ["ab", "cd"]],
    ["the newest if they do not", ["ab", "cd"], 5, ["cd"]],
    ["none if not even one fits", ["ab"], 2, []],
    ["counting bytes, not characters", ["ää"], 4, []],
  ])("keeps %s", (_title, lines, limit, expected) => {
    expect(newestWithin(lines, limit)).toEqual(expected);
  });
});
