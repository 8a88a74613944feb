import { expect, it } from "vitest";
import { type CheckContext, rollUp } from "./ci-rules.ts";

const run = (name: string, conclusion: string | null, startedAt = "2026-06-01T12:00:00Z"): CheckContext => ({
  name,
  startedAt,
  status: conclusion === null ? "QUEUED" : "COMPLETED",
  conclusion,
});
const status = (name: string, state: string): CheckContext => ({ name, startedAt: null, state });

it.each<[string, CheckContext[], string | null, string]>([
  ["none without a check", [], null, "none"],
  ["a failure before all", [run("a", "TIMED_OUT"), run("b", null), run("c", "CANCELLED")], "FAILURE", "fail"],
  ["what runs before what was cancelled", [run("b", null), run("c", "CANCELLED")], "PENDING", "pending"],
  [
    "what was cancelled before what passed",
    [run("a", "SUCCESS"), run("c", "CANCELLED")],
    "FAILURE",
    "cancel",
  ],
  ["what passed before what was skipped", [run("a", "NEUTRAL"), run("b", "SKIPPED")], "SUCCESS", "pass"],
  ["skipped where nothing else is", [run("a", "SKIPPED")], "SUCCESS", "skipping"],
  ["statuses of a commit", [status("x", "SUCCESS"), status("y", "EXPECTED")], "PENDING", "pending"],
  ["an error of a status", [status("x", "ERROR")], "ERROR", "fail"],
  [
    "the newest attempt",
    [run("a", "CANCELLED"), run("a", "SUCCESS", "2026-06-01T13:00:00Z")],
    "FAILURE",
    "pass",
  ],
  ["GitHub's word where not all are listed", [run("a", "SUCCESS")], "PENDING", "pending"],
  ["an unknown state as pending", [run("a", "SOMETHING_NEW")], "PENDING", "pending"],
])("checks come to %s", (_title, contexts, total, expected) => {
  expect(rollUp(contexts, total)).toBe(expected);
});
