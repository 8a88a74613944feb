import { describe, expect, it } from "vitest";
import { type Consequence, consequenceOf } from "./rules.ts";

const at = (
  status: "running" | "waiting" | "needs_input" | "failed" | "archived",
  blockedOnElicitation = false,
) => ({
  status,
  blockedOnElicitation,
});
const nothing: Consequence = { clears: "nothing", adds: "nothing" };

describe("consequenceOf", () => {
  it.each([
    [
      "adds an entry when a turn ends",
      "turn_rested",
      at("running"),
      at("needs_input"),
      { ...nothing, adds: "needs_input" },
    ],
    [
      "adds an entry for a pause",
      "paused",
      at("running"),
      at("needs_input"),
      { ...nothing, adds: "needs_input" },
    ],
    ["adds none for going to sleep", "turn_rested", at("running"), at("waiting"), nothing],
    [
      "adds none for a question, which has its own entry",
      "elicitation_opened",
      at("running"),
      at("needs_input", true),
      nothing,
    ],
    ["adds none for leaving the trash", "unarchive", at("archived"), at("needs_input"), nothing],
    [
      "adds an entry for a failure",
      "turn_failed",
      at("running"),
      at("failed"),
      { ...nothing, adds: "failure" },
    ],
    [
      "clears the entry for needed input when the session fails",
      "turn_failed",
      at("needs_input"),
      at("failed"),
      { clears: "causes", adds: "failure" },
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
      "clears a question whose agent is gone, and adds an entry for needed input",
      "turn_rested",
      at("needs_input", true),
      at("needs_input"),
      { clears: "causes", adds: "needs_input" },
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
