import { expect, it } from "vitest";
import { someSession } from "../sessions/session.test-data.ts";
import { listGroups } from "./list-groups.ts";

const now = Date.parse("2026-06-01T12:00:00Z");
const hidden = { visibility: "hidden", effective_visibility: "hidden" } as const;
const attention = (kind: "question" | "failed" | "done") => ({
  kind,
  reason: "",
  said: null,
  since: "",
  corrected: false,
});
const open = [
  someSession({ id: 1, status: "running" }),
  someSession({ id: 2, status: "failed", attention: attention("failed") }),
  someSession({ id: 3, status: "waiting", ...hidden }),
  someSession({ id: 5, status: "needs_input", attention: attention("done") }),
  someSession({ id: 4, status: "needs_input", attention: attention("question") }),
];

it.each([
  ["1", ["Needs you: 4, 2", "Running: 1", "Done: 5"]],
  ["3", ["Needs you: 4, 2", "Running: 1", "Waiting: 3", "Done: 5"]],
])("beside session %s are %j", (current, expected) => {
  const groups = listGroups(open, { now, current });
  expect(groups.map(({ title, sessions }) => `${title}: ${sessions.map(({ id }) => id).join(", ")}`)).toEqual(
    expected,
  );
});
