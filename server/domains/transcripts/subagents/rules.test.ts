import { describe, expect, it } from "vitest";
import {
  decideStatus,
  displayLabel,
  formattedDuration,
  formattedTokens,
  type LineFacts,
  noFigures,
  withLines,
} from "./rules.ts";

it.each([
  [null, null],
  [0, "0s"],
  [45_000, "45s"],
  [59_499, "59s"],
  [59_500, "1m 0s"],
  [125_000, "2m 5s"],
  [3_599_000, "59m 59s"],
  [3_720_000, "1h 2m"],
])("a duration of %j ms reads %j", (ms, text) => {
  expect(formattedDuration(ms)).toBe(text);
});

it.each([
  [null, null],
  [0, "0"],
  [999, "999"],
  [1_000, "1.0k"],
  [12_500, "12.5k"],
  [999_949, "999.9k"],
  [999_950, "1.0M"],
  [1_234_567, "1.2M"],
])("%j tokens read %j", (tokens, text) => {
  expect(formattedTokens(tokens)).toBe(text);
});

it("a subagent is labeled by its description, else its type, else its id", () => {
  const agent = { description: "Search", subagentType: "explorer", agentId: "a1" };
  expect(displayLabel(agent)).toBe("Search");
  expect(displayLabel({ ...agent, description: "" })).toBe("explorer");
  expect(displayLabel({ ...agent, description: null, subagentType: null })).toBe("a1");
});

describe("decideStatus", () => {
  it.each([
    ["runs by default", null, "running", false, "running"],
    ["runs while its file says so", false, "running", false, "running"],
    ["is over as soon as its file says so", true, "running", false, "completed"],
    ["failed when an error was the end of it", true, "running", true, "failed"],
    ["is over with the turn", null, "completed", false, "completed"],
    ["failed when the turn ended before it", false, "completed", false, "failed"],
    ["failed when the turn was cut short", null, "cut_short", false, "failed"],
    ["had come to its end before the turn was cut short", true, "cut_short", false, "completed"],
    ["failed with an error, even if completed was reported", null, "completed", true, "failed"],
  ] as const)("%s", (_title, finished, turn, endsInError, status) => {
    expect(decideStatus({ finished, turn, endsInError })).toBe(status);
  });
});

describe("withLines", () => {
  const line = (more: Partial<LineFacts> = {}): LineFacts => ({
    isMessage: true,
    toolCalls: 0,
    at: null,
    tokens: null,
    ...more,
  });

  it("counts messages and tools, and uses the last time and the last total", () => {
    const first = withLines(
      noFigures,
      [line({ at: 1_000 }), line({ toolCalls: 2, at: 3_000, tokens: 50 })],
      1_000,
    );
    expect(first).toEqual({ messageCount: 2, toolUseCount: 2, durationMs: 2_000, totalTokens: 50 });
    const next = withLines(first, [line({ isMessage: false }), line({ toolCalls: 1, at: 6_000 })], 1_000);
    expect(next).toEqual({ messageCount: 3, toolUseCount: 3, durationMs: 5_000, totalTokens: 50 });
  });

  it("keeps figures that lines do not contain", () => {
    const known = { messageCount: 1, toolUseCount: 1, durationMs: 9, totalTokens: 9 };
    expect(withLines(known, [], 0)).toEqual(known);
  });

  it("has no negative duration if clocks disagree", () => {
    expect(withLines(noFigures, [line({ at: 5 })], 10).durationMs).toBe(0);
  });
});
