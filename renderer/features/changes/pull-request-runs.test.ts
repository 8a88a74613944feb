import { expect, it } from "vitest";
import { runLabel } from "./pull-request-runs.ts";

it.each([
  [
    { name: "Deploy", status: "completed", conclusion: "success" },
    { label: "success", tone: "good" },
  ],
  [
    { name: "Deploy", status: "completed", conclusion: "timed_out" },
    { label: "timed out", tone: "bad" },
  ],
  [
    { name: "Deploy", status: "completed", conclusion: "skipped" },
    { label: "skipped", tone: "quiet" },
  ],
  [
    { name: "Deploy", status: "in_progress", conclusion: null },
    { label: "in progress", tone: "waiting" },
  ],
])("labels the run %j", (run, expected) => {
  expect(runLabel(run)).toEqual(expected);
});
