import { expect, it } from "vitest";
import type { Notification } from "../../../server/domains/inbox/notifications/model.ts";
import { readInboxSearch } from "./inbox-search.ts";
import { fits, kindOf, linesBelow, unreadFirst } from "./view-model.ts";

const entry = (id: number): Notification => ({
  id,
  session_id: 1,
  notification_type: "push",
  message: "Look",
  read: false,
  stale: false,
  created_at: "2026-06-01T12:00:00Z",
  updated_at: "2026-06-01T12:00:00Z",
  session: { id: 1, slug: null, title: "A session", status: "running" },
});

it("lists unread entries first and each entry once", () => {
  const shown = unreadFirst([entry(9), entry(4)], [entry(7), entry(4)]);
  expect(shown.map(({ id }) => id)).toEqual([9, 7, 4]);
});

it("finds entries by their kind and by words in any order", () => {
  const failed = {
    ...entry(1),
    notification_type: "session_failed",
    message: "The clone is gone",
    session: { id: 7, slug: "mend-the-gate", title: "Mend the Gate", status: "failed" as const },
  };
  expect(fits(failed, {})).toBe(true);
  expect(fits(failed, { kind: "failed", q: "gate  CLONE" })).toBe(true);
  expect(fits(failed, { q: "mend-the" })).toBe(true);
  expect(fits(failed, { q: "gate fence" })).toBe(false);
  expect(fits(failed, { kind: "message" })).toBe(false);
  expect(kindOf({ notification_type: "one_of_tomorrow" })).toBe("message");
});

it.each([
  ["session_needs_input", '"Mend it" needs your input', "Needs your input"],
  ["session_needs_input", '"Mend it" has work to review', "Has work to review"],
  ["session_needs_input", '"Mend it": #7 is ready to merge', "#7 is ready to merge"],
  ["session_failed", '"Say "no"" failed: no clone', "Failed: no clone"],
  ["session_failed", "The trigger failed", "The trigger failed"],
  ["push", '"Mend it" failed', '"Mend it" failed'],
])("shows %s with %s as %s below the session's name", (notification_type, message, expected) => {
  expect(linesBelow({ notification_type, message }, { summary: undefined, reason: undefined })).toBe(
    expected,
  );
});

it("shows the last question instead of a vague sentence, and the summary below", () => {
  const asked = { notification_type: "session_needs_input", message: '"Mend it" needs your input' };
  const now = { reason: "Which one do you prefer?", summary: "Compared both." };
  expect(linesBelow(asked, now)).toBe("Which one do you prefer?\nCompared both.");
  expect(linesBelow(entry(1), now)).toBe("Look\nCompared both.");
});

it("reads the known parameters of an address and drops the rest", () => {
  const search = { status: "unread", kind: "question", q: "42" } as const;
  expect(readInboxSearch({ ...search, q: 42, page: 3 })).toEqual(search);
  expect(readInboxSearch({ status: "all", kind: "none", q: " " })).toEqual({});
  expect(readInboxSearch({ q: ["a"], kind: {}, status: true })).toEqual({});
});
