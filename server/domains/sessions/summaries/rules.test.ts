import { describe, expect, it } from "vitest";
import { decideSummary, isAtRest, newestWithin, readInferredTitle, readSummary } from "./rules.ts";

const minute = 60_000;
const ready = { state: "ready", summary: "Done.", requestedAt: 0, generatedLineCount: 5 } as const;
const pending = { ...ready, state: "pending", requestedAt: 0 } as const;

describe("decideSummary", () => {
  it.each([
    ["has nothing to say of a session without a transcript", undefined, 0, 0, "no_transcript"],
    ["writes the first one", undefined, 1, 0, "write"],
    ["lets a text stand while nothing more was said", ready, 5, 0, "current"],
    ["writes again once something was said", ready, 6, 0, "write"],
    ["does not begin twice", pending, 9, 15 * minute - 1, "being_written"],
    ["begins anew once an attempt is given up, at 15 minutes", pending, 9, 15 * minute, "write"],
    [
      "tries again after a failure, though nothing was said",
      { ...ready, state: "failed", summary: null },
      5,
      0,
      "write",
    ],
  ] as const)("%s", (_title, attempts, lineCount, now, verdict) => {
    expect(decideSummary({ attempts, lineCount, now })).toBe(verdict);
  });
});

describe("isAtRest", () => {
  it.each([
    ["needs_input", null, true],
    ["failed", null, true],
    ["waiting", 1, true],
    ["waiting", null, false],
    ["running", null, false],
    ["archived", null, false],
  ])("of %s, asleep since %s, is %s", (status, deliberateSleepAt, rests) => {
    expect(isAtRest({ status, deliberateSleepAt })).toBe(rests);
  });
});

describe("readSummary", () => {
  it.each([
    [
      "takes plain sentences",
      " The tests pass. It waits for a review. ",
      "The tests pass. It waits for a review.",
    ],
    ["takes what stands in a fence", "```text\nThe tests pass.\n```", "The tests pass."],
    ["takes no blank", " \n ", null],
    ["takes no word of a limit for an answer", "You've hit your session limit · resets 5pm", null],
    ["takes no request to sign in for an answer", "Not logged in. Please run /login", null],
    [
      "takes a longer text that speaks of a limit",
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
    ["takes up to six words", "Greeting for visitors by their name", "Greeting for visitors by their name"],
    ["takes off quotation marks and a full stop", '"Fix the flaky login test."', "Fix the flaky login test"],
    ["takes off a heading", "# Title: Fix flaky test", "Fix flaky test"],
    ["takes off a label", "Title: Fix flaky test", "Fix flaky test"],
    ["keeps the word where it is the title's own", "Title bar colours", "Title bar colours"],
    ["takes no seven words", "one two three four five six seven", null],
    ["takes no two lines", "A title\nAnother", null],
    ["takes no word of a limit", "Usage limit reached", null],
    ["takes work on a limit for what it is", "Rate limit for the login", "Rate limit for the login"],
    ["takes no blank", "``", null],
  ])("%s", (_title, answer, expected) => {
    expect(readInferredTitle(answer)).toBe(expected);
  });
});

describe("newestWithin", () => {
  it.each([
    ["all where they fit", ["ab", "cd"], 6, ["ab", "cd"]],
    ["the newest where they do not", ["ab", "cd"], 5, ["cd"]],
    ["none where not even one fits", ["ab"], 2, []],
    ["bytes, not characters", ["ää"], 4, []],
  ])("keeps %s", (_title, lines, limit, expected) => {
    expect(newestWithin(lines, limit)).toEqual(expected);
  });
});
