import { expect, it } from "vitest";
import { type BeatStanding, decideBeat } from "./rules.ts";

const resting: BeatStanding = {
  status: "needs_input",
  blockedOnElicitation: false,
  pausedBy: null,
  hasWork: false,
};

it.each([
  ["nudges a session that rests", {}, "nudge"],
  ["leaves one alone that waits for an answer", { blockedOnElicitation: true }, "stamp"],
  ["leaves one alone that a person paused", { pausedBy: "user" }, "stamp"],
  ["leaves one alone that has a message waiting", { hasWork: true }, "stamp"],
  ["leaves one alone that runs", { status: "running" }, "stamp"],
  ["leaves one alone that waits, parked or asleep", { status: "waiting" }, "stamp"],
  ["leaves one alone that failed", { status: "failed" }, "stamp"],
  ["ends with the session", { status: "archived" }, "disable"],
] as const)("a beat %s", (_title, change, expected) => {
  expect(decideBeat({ ...resting, ...change })).toBe(expected);
});
