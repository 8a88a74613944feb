import { expect, it } from "vitest";
import { decideHeartbeat, type HeartbeatState } from "./rules.ts";

const idle: HeartbeatState = {
  status: "needs_input",
  blockedOnElicitation: false,
  pausedBy: null,
  hasWork: false,
};

it.each([
  ["nudges an idle session", {}, "nudge"],
  ["does not nudge a session waiting for an answer", { blockedOnElicitation: true }, "stamp"],
  ["does not nudge a paused session", { pausedBy: "user" }, "stamp"],
  ["does not nudge a session with a pending message", { hasWork: true }, "stamp"],
  ["does not nudge a running session", { status: "running" }, "stamp"],
  ["does not nudge a parked or sleeping session", { status: "waiting" }, "stamp"],
  ["does not nudge a failed session", { status: "failed" }, "stamp"],
  ["ends with the session", { status: "archived" }, "disable"],
] as const)("a due heartbeat %s", (_title, change, expected) => {
  expect(decideHeartbeat({ ...idle, ...change })).toBe(expected);
});
