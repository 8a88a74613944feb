import { expect, it } from "vitest";
import { actWords, elapsed, silence } from "./activity-words.ts";

it.each([
  ["running", "npm test", "Running npm test"],
  ["running", null, "Running a command"],
  ["editing", "src/deep/main.ts", "Editing main.ts"],
  ["reading", ".", "Reading ."],
  ["searching", "TODO", "Searching for TODO"],
  ["fetching", "https://docs.example/a/b?c", "Opening docs.example"],
  ["fetching", "not an address", "Opening not an address"],
  ["delegating", "Look around", "Subagent: Look around"],
  ["calling", "tracker: create_issue", "Using tracker: create_issue"],
  ["thinking", null, "Thinking"],
  ["starting", null, "Starting"],
] as const)("says %s %s", (act, subject, expected) => {
  const { verb, subject: shown } = actWords({ act, subject });
  expect([verb, shown].filter((part) => part !== null).join(" ")).toBe(expected);
});

const start = "2026-01-01T00:00:00Z";
const after = (seconds: number): number => Date.parse(start) + seconds * 1_000;

it.each([
  [-3, "0 s"],
  [14, "14 s"],
  [134, "2 min 14 s"],
  [3_780, "1 h 3 min"],
])("says %d seconds as %s", (seconds, expected) => {
  expect(elapsed(start, after(seconds))).toBe(expected);
});

it("says how long an agent has been silent", () => {
  expect(silence({ silent_since: null }, after(500))).toBeNull();
  expect(silence({ silent_since: start }, after(62))).toBe("no output for 1 min");
  expect(silence({ silent_since: start }, after(200))).toBe("no output for 3 min");
});
