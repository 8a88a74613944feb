import { expect, it } from "vitest";
import { actOf, agentLimits, freeAt, windowMs } from "./rules.ts";

it.each([
  ["nothing was done", [], null],
  ["fewer than the most", [1, 2], null],
  ["the most, and the first is free an hour later", [1, 2, 3], 1 + windowMs],
  ["more than the most", [1, 2, 3, 4], 2 + windowMs],
])("says when an act is free after %s", (_what, earlier, expected) => {
  expect(freeAt(earlier, 3)).toBe(expected);
});

it.each([
  ["start_session", {}, "session"],
  ["action_session", { action: "update_title" }, "description"],
  ["action_session", { action: "archive" }, "other"],
  ["action_session", { action: "constructor" }, "other"],
  ["toString", {}, "other"],
  ["send_push_notification", {}, null],
])("counts %s %j as %s", (tool, input, expected) => {
  expect(actOf(tool, input)).toBe(expected);
});

it("has a limit for everything", () => {
  expect(Math.min(...Object.values(agentLimits))).toBeGreaterThan(0);
});
