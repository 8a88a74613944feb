import { describe, expect, it } from "vitest";
import { type Consequence, consequenceOf } from "./rules.ts";

const at = (
  status: "running" | "waiting" | "needs_input" | "failed" | "archived",
  blockedOnElicitation = false,
) => ({
  status,
  blockedOnElicitation,
});
const nothing: Consequence = { clears: "nothing", announces: "nothing" };

describe("consequenceOf", () => {
  it.each([
    [
      "announces a turn's end",
      "turn_rested",
      at("running"),
      at("needs_input"),
      { ...nothing, announces: "rest" },
    ],
    ["announces a pause", "paused", at("running"), at("needs_input"), { ...nothing, announces: "rest" }],
    ["announces no sleep", "turn_rested", at("running"), at("waiting"), nothing],
    [
      "announces no question here: that is told at once",
      "elicitation_opened",
      at("running"),
      at("needs_input", true),
      nothing,
    ],
    ["announces no way out of the trash", "unarchive", at("archived"), at("needs_input"), nothing],
    ["announces a failure", "turn_failed", at("running"), at("failed"), { ...nothing, announces: "failure" }],
    [
      "clears what the rest had caused when the session fails",
      "turn_failed",
      at("needs_input"),
      at("failed"),
      { clears: "causes", announces: "failure" },
    ],
    [
      "clears causes on a resume",
      "turn_queued",
      at("needs_input"),
      at("running"),
      { ...nothing, clears: "causes" },
    ],
    [
      "clears causes on a restart",
      "turn_queued",
      at("failed"),
      at("waiting"),
      { ...nothing, clears: "causes" },
    ],
    [
      "clears a question that was answered",
      "elicitation_closed",
      at("needs_input", true),
      at("running"),
      { ...nothing, clears: "causes" },
    ],
    [
      "clears a question whose agent is gone, and announces the rest",
      "turn_rested",
      at("needs_input", true),
      at("needs_input"),
      { clears: "causes", announces: "rest" },
    ],
    ["clears nothing while the session runs", "turn_started", at("waiting"), at("running"), nothing],
    [
      "clears everything on archive",
      "archive",
      at("needs_input"),
      at("archived"),
      { ...nothing, clears: "everything" },
    ],
  ] as const)("%s", (_title, kind, before, after, expected) => {
    expect(consequenceOf({ before, after, event: { kind } })).toEqual(expected);
  });
});
